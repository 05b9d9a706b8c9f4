"""Many runs: what is varied, the plan, workers that do the runs, results that survive a crash, and summaries."""
