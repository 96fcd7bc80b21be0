#!/usr/bin/env bash
# Builds the image and judges a container of it with the engine of this machine. Arguments go to gateproof.
set -uo pipefail
cd "$(dirname "$0")/../.."
bash examples/container/build.sh || exit 1
TESTBED_TOKEN=${TESTBED_TOKEN:-a-token-of-this-run} npx gateproof gateway --profile examples/container/profile.yaml "$@"
