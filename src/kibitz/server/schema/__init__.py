"""The JSON of the API: what is read and what is answered."""
