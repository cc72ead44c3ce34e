"""From positions to answers: searches with clocks, scores with warrants."""
