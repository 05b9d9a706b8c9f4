"""Many runs: what is varied, the plan of the runs, workers that do them, results that survive a crash, and summaries."""
