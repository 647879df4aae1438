"""The questions that a report answers. They know the sample, and nothing of how it is shown."""
