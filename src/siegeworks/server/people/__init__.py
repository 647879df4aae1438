"""What is about people and not about a table. They know tables by id and result, and tables know
them by seat."""
