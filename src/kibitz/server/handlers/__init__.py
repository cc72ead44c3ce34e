"""What the server does for each address: parse, call, format."""
