"""The changes of the tables, in the order of their revisions."""
