"""The games that Kibitz ships with, one package each, and how games are found and loaded."""
