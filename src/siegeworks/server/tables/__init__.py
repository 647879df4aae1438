"""Tables in memory, and who may do what at them. Knows storage and jobs; nothing of HTTP."""
