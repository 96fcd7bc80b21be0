#!/usr/bin/env bash
# Starts the Python gateway and judges it; the exit code is that of the run.
set -uo pipefail
cd "$(dirname "$0")/../.."
python3 examples/python-gateway/gateway.py 8190 &
gateway=$!
trap 'kill "$gateway"' EXIT
sleep 1
npx gateproof gateway --profile examples/python-gateway/profile.yaml "$@"
