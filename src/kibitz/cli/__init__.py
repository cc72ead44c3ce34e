"""The command line: parse, call, format."""
