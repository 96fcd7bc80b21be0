#!/usr/bin/env bash
# Builds the gateway in Go, and judges it; the exit code is that of the run. Needs a Go toolchain.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
gateway=
trap '[ -z "$gateway" ] || kill "$gateway"; rm -rf "$folder"' EXIT
(cd examples/go-gateway && go build -o "$folder/gateway" .)
"$folder/gateway" 8290 &
gateway=$!
npx gateproof gateway --profile examples/go-gateway/profile.yaml --wait 10 "$@"
