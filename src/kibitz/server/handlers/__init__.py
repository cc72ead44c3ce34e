"""Request handlers: parse the request, call a service, format the response."""
