"""The session service: stored sessions and the commands that change them."""
