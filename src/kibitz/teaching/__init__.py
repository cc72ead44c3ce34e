"""Teaching: hints, explanations, reviews of played games, lessons, and an opponent that adapts."""
