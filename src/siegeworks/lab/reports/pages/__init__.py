"""Reports as pages of HTML. They know what a report holds, and nothing of games."""
