#!/usr/bin/env bash
# Installs other versions of node, tsx and ts-node into a folder, and runs the tests of js/node and examples/node-todo with
# each version that is there:
#
#	bench/jsapps/versions.sh /tmp/node-versions
set -euo pipefail
to=$(mkdir -p "${1:?a folder is needed}" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
install() { # folder, packages
  mkdir -p "$1"
  (cd "$1" && { [ -f package.json ] || echo '{"private": true}' > package.json; } && npm install --no-audit --no-fund --save-exact "${@:2}")
}
install "$to/node22" node@22.23.3
install "$to/node24" node@24.21.0
install "$to/tools" typescript@5.9.2 tsx@4.20.5 ts-node@10.9.2
mkdir -p "$to/tmp"
export EVOKE_NODE_TOOLS=$to/tools TMPDIR=$to/tmp # tsx and ts-node keep what they made in there
for path in "" "$to/node22/node_modules/.bin:" "$to/node24/node_modules/.bin:"; do
  PATH=$path$PATH node --version
  PATH=$path$PATH go test -count=1 ./js/node ./examples/node-todo
done
