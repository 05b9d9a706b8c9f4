"""Speed against peers, measured in one run, with every engine's result checked first."""
