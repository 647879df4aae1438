"""The numbers that a host sees. Knows nothing of tables, rules or clients."""
