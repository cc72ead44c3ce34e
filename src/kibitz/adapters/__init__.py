"""Classes that people have written for textbook minimax: searched as they are, and made games."""
