"""A client of the server: sessions and analyses over HTTP, under the same names as in Python."""

from kibitz.client import client_messages
from kibitz.core.messages import register

register(client_messages.SENTENCES)
