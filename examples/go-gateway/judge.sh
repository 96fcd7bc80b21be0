#!/usr/bin/env bash
# Builds the gateway in Go, and judges it; the exit code is that of the run. Needs a Go toolchain.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
gateway=
trap '[ -z "$gateway" ] || kill "$gateway" 2> /dev/null || true; rm -rf "$folder"' EXIT
(cd examples/go-gateway && go build -o "$folder/gateway" .)
"$folder/gateway" 8290 &
gateway=$!
sleep 1
if ! kill -0 "$gateway" 2> /dev/null; then
  echo "the gateway did not start; is its port taken?" >&2
  exit 4
fi
npx gateproof gateway --profile examples/go-gateway/profile.yaml --wait 10 "$@"
