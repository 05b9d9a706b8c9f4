"""The kinds of force elements, a family a module. A module that is put here is found by itself."""
