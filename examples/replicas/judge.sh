#!/usr/bin/env bash
# Starts three simulators on the PostgreSQL of GATEPROOF_POSTGRES and judges them through a list of their addresses; the exit code is that of the run.
# Arguments go to gateproof.
set -uo pipefail
cd "$(dirname "$0")/../.."
: "${GATEPROOF_POSTGRES:?wants the URL of a PostgreSQL database: run it as .ci/with-postgres bash examples/replicas/judge.sh}"
work=$(mktemp -d)
replicas=()
trap 'kill "${replicas[@]}" 2>/dev/null; wait; rm -rf "$work"' EXIT
urls=''
for number in 1 2 3; do
  node cli/bin/gateproof.js simulate --port 0 --data "$GATEPROOF_POSTGRES?schema=judged_$$" >"$work/$number" 2>&1 &
  replicas+=($!)
  for _ in $(seq 600); do
    url=$(grep -o 'http://127.0.0.1:[0-9]*' "$work/$number" | head -n 1)
    [ -n "$url" ] && break
    sleep 0.1
  done
  [ -n "$url" ] || { cat "$work/$number"; exit 1; }
  urls="$urls\"$url\", "
done
cat >"$work/profile.yaml" <<PROFILE
url: [${urls%, }]
key: { value: sk-gateproof-default }
testbed: { url: "$url/_testbed/v1" }
PROFILE
npx gateproof gateway --profile "$work/profile.yaml" "$@"
