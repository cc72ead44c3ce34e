"""An opponent that estimates a person's strength and keeps the games even."""
