"""Teaching: reviews of played games, lessons, and an opponent that adapts to a person's skill."""
