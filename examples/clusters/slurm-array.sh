#!/bin/bash
# Forty parts without any engine: sbatch slurm-array.sh; in the end: pult sweep merge part-*.jsonl -o valve.jsonl
#SBATCH --job-name=pult-part
#SBATCH --array=1-40
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=1G
#SBATCH --time=02:00:00
set -euo pipefail

pult sweep airlock-valve --seeds 0:500 --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --workers "$SLURM_CPUS_PER_TASK" --memory 7G -o "part-$SLURM_ARRAY_TASK_ID.jsonl"
