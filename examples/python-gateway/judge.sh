#!/usr/bin/env bash
# Starts the Python gateway and judges it; the exit code is that of the run.
set -uo pipefail
cd "$(dirname "$0")/../.."
python3 examples/python-gateway/gateway.py 8190 &
gateway=$!
trap 'kill "$gateway" 2> /dev/null' EXIT
sleep 1
if ! kill -0 "$gateway" 2> /dev/null; then
  echo "the gateway did not start; is its port taken?" >&2
  exit 4
fi
npx gateproof gateway --profile examples/python-gateway/profile.yaml "$@"
