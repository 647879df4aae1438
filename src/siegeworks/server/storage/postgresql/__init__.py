"""PostgreSQL, which several workers share, as a store."""
