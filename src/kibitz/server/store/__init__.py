"""The database: sessions, events, analyses and jobs."""
