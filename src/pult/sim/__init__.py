"""The loop: worlds with drives and sensors, sessions, records, replay."""
