#!/usr/bin/env bash
# Starts @portkey-ai/gateway from node_modules, unmodified, and judges it; the exit code is that of the run.
# With --compare FILE alone: writes the result to FILE and compares it with verdicts.txt instead.
set -uo pipefail
cd "$(dirname "$0")/../.."
port=8787
# The node that the workspace brings, started itself: killing npx would leave its child behind.
node=$(npx node -p process.execPath)
"$node" node_modules/@portkey-ai/gateway/build/start-server.js --port=$port --headless >/dev/null 2>&1 &
gateway=$!
trap 'kill "$gateway"' EXIT
for _ in $(seq 200); do
  if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  sleep 0.1
done
if [ "${1:-}" = --compare ]; then
  npx gateproof gateway --profile examples/portkey/profile.yaml --json "$2" --quiet >/dev/null
  npx node --conditions=@gateproof/source examples/portkey/compare-verdicts.ts "$2"
else
  npx gateproof gateway --profile examples/portkey/profile.yaml "$@"
fi
