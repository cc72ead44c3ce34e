"""The games that Kibitz ships with, one module or package each, and where to find them."""
