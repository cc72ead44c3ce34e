"""Tables for Nine Men's Morris and those of its family that have the same moves."""
