#!/usr/bin/env bash
# Builds the gateway in Go, and judges it; the exit code is that of the run. Needs a Go toolchain.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(mktemp -d)/gateway
trap 'rm -rf "$(dirname "$program")"' EXIT
(cd examples/go-gateway && go build -o "$program" .)
"$program" 8290 &
gateway=$!
trap 'kill "$gateway"; rm -rf "$(dirname "$program")"' EXIT
npx gateproof gateway --profile examples/go-gateway/profile.yaml --wait 10 "$@"
