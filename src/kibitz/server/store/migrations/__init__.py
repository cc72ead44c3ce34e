"""The changes of the tables, one file each."""
