"""Thinking: a fixed number of threads, a bounded queue, and leases that outlive a worker."""
