"""The one door to Numba: plain functions in, compiled copies out, kept on disk by their content."""
