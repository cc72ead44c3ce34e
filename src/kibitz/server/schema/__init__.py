"""The JSON of the API: the schemas of requests and responses."""
