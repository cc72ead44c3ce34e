"""An opponent that finds out how strong somebody is, and keeps the games even."""
