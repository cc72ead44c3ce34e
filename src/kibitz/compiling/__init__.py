"""Compile plain Python functions with Numba and cache the machine code on disk.

No other package imports Numba.
"""
