"""The command line: parses arguments, calls the library, formats results."""

from kibitz.cli import cli_messages
from kibitz.core.messages import register

register(cli_messages.SENTENCES)
