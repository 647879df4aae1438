"""What commands share: arguments, questions, tables, progress. Knows no command."""
