"""How processes that serve the same tables hear of each other: in one process, or over Redis."""
