"""Other programs at the same work: what Kibitz is compared with, where they are installed."""
