"""A client of the server: sessions and analyses over HTTP, under the same names as in Python."""
