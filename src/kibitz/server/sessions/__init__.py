"""Sessions that are played on the server."""
