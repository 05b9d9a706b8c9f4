"""The results file, and what is made of it: tables, summaries, pictures."""
