"""The command line: parse, call, format."""

from kibitz.cli import cli_messages
from kibitz.core.messages import register

register(cli_messages.SENTENCES)
