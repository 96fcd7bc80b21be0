#!/usr/bin/env bash
# Builds the images of the command line and of the simulator without pulling anything. Argument: their tag (default local).
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=${1:-local}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
rootfs=$context/rootfs
mkdir -p "$rootfs/bin" "$rootfs/app/node_modules" "$context/workspace"

node=$(npx --no-install node -p process.execPath)
cp "$node" "$rootfs/bin/node"
ldd "$node" | grep -o '/[^ ]*' | while read -r library; do cp --parents -L "$library" "$rootfs"; done

# Third-party packages as they are installed, ours as they are published.
npm ls --omit=dev --omit=peer --all --parseable --workspace gateproof 2>/dev/null | grep '/node_modules/' |
  grep -vE '/node_modules/(@gateproof/|@types/|gateproof$)' | while read -r package; do
  place=$rootfs/app/${package#"$PWD"/}
  mkdir -p "$(dirname "$place")"
  cp -r "$package" "$place"
done
npm pack --silent --workspaces --pack-destination "$context" >/dev/null
for tarball in "$context"/*.tgz; do
  name=$(tar -xzOf "$tarball" package/package.json | "$node" -p 'JSON.parse(fs.readFileSync(0, "utf8")).name')
  mkdir -p "$rootfs/app/node_modules/$name"
  tar -xzf "$tarball" --strip-components=1 --no-same-owner -C "$rootfs/app/node_modules/$name"
done
cp examples/container/health.js "$rootfs/app/"
echo '{ "type": "module" }' >"$rootfs/app/package.json"
rm "$context"/*.tgz
cp examples/container/Dockerfile "$context/"
docker build --quiet --target gateproof --tag "gateproof:$tag" "$context"
docker build --quiet --target simulator --tag "gateproof-simulator:$tag" "$context"
