"""The Smart Horses API: a person's game against the machine, the whole state in every request."""
