"""The file of a record: written without making a session wait, read whole or cut off."""
