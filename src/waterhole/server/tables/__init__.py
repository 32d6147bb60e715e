"""The authority: what may happen at a table, and what the table is after it. It knows neither
sockets nor databases."""
