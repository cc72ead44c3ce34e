"""The searches. They know rules only as arguments."""
