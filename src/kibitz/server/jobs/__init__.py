"""Search work: a thread pool with a bounded queue, and background jobs under leases."""
