#!/usr/bin/env bash
# Judges a gateway in any pipeline, with Node 22.19 or newer. Reports go into the folder gateproof; the exit code is that of the run. Arguments go to gateproof:
# bash judge.sh --profile gateway.yaml --baseline known.yaml
set -uo pipefail
# With CI set, a run without a target ends with 2 instead of testing the built-in simulator.
export CI="${CI:-true}"
folder=gateproof
mkdir -p "$folder"
npx --yes "gateproof@${GATEPROOF_VERSION:-latest}" gateway \
  --json "$folder/run.json" --junit "$folder/junit.xml" --markdown "$folder/summary.md" --html "$folder/report.html" --badges "$folder" "$@"
