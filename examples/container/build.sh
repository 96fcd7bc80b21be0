#!/usr/bin/env bash
# Builds the image of the reference gateway without pulling anything. Argument: the tag (default gateproof-simulator:local).
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=${1:-gateproof-simulator:local}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
rootfs=$context/rootfs
mkdir -p "$rootfs/bin" "$rootfs/app/node_modules"

node=$(npx --no-install node -p process.execPath)
cp "$node" "$rootfs/bin/node"
ldd "$node" | grep -o '/[^ ]*' | while read -r library; do cp --parents -L "$library" "$rootfs"; done

# Third-party packages as they are installed, ours as they are published.
npm ls --omit=dev --omit=peer --all --parseable --workspace @gateproof/simulator 2>/dev/null | grep '/node_modules/' |
  grep -v '/@gateproof/' | while read -r package; do
  place=$rootfs/app/${package#"$PWD"/}
  mkdir -p "$(dirname "$place")"
  cp -r "$package" "$place"
done
for name in spec upstreams simulator; do
  tarball=$(npm pack --silent --workspace "@gateproof/$name" --pack-destination "$context")
  mkdir -p "$rootfs/app/node_modules/@gateproof/$name"
  tar -xzf "$context/$tarball" --strip-components=1 -C "$rootfs/app/node_modules/@gateproof/$name"
done
cp examples/container/serve.js examples/container/health.js "$rootfs/app/"
echo '{ "type": "module" }' >"$rootfs/app/package.json"
cp examples/container/Dockerfile "$context/"
docker build --quiet --tag "$tag" "$context"
