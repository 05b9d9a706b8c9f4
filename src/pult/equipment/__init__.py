"""Equipment of robots and worlds: drives, sensors, force elements, surfaces, lamps."""
