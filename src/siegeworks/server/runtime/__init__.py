"""What every room runs on: tasks, rates and the log of failures. Knows no other room."""
