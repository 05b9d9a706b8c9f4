#!/bin/bash
# One scheduler and four workers of eight cores each: sbatch slurm.sh
#SBATCH --job-name=pult-sweep
#SBATCH --ntasks=5
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=1G
#SBATCH --time=02:00:00
set -euo pipefail
file="$PWD/scheduler-$SLURM_JOB_ID.json"

srun --ntasks=1 --exact dask scheduler --scheduler-file "$file" &
scheduler=$!
srun --ntasks=4 --exact dask worker --scheduler-file "$file" \
    --nworkers 1 --nthreads "$SLURM_CPUS_PER_TASK" --memory-limit 7GiB --local-directory "${TMPDIR:-/tmp}" &
workers=$!
trap 'kill "$workers" "$scheduler"; rm -f "$file"' EXIT

pult sweep airlock-valve --seeds 0:500 --scheduler-file "$file" -o valve.jsonl
