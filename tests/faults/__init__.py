"""Parts of the house fail: a process is killed, a lock is held, a server is away or restored."""
