"""Every way to read a finished hand, the facts of a reading, and what an unfinished hand waits for."""
