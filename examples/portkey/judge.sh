#!/usr/bin/env bash
# Starts @portkey-ai/gateway from node_modules, unmodified, and judges it; the exit code is that of the run.
set -uo pipefail
cd "$(dirname "$0")/../.."
port=8787
npx node node_modules/@portkey-ai/gateway/build/start-server.js --port=$port --headless &
gateway=$!
trap 'kill "$gateway"' EXIT
for _ in $(seq 100); do
  if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  sleep 0.1
done
npx gateproof gateway --profile examples/portkey/profile.yaml "$@"
