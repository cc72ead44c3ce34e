"""How searches run: a thread pool with a bounded queue, and leased background jobs."""
