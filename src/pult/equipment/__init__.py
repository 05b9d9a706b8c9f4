"""What robots and worlds are equipped with: drives, sensors, force elements, surfaces, lamps."""
