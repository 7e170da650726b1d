#!/bin/sh
# Installs what package-lock.json has, into node_modules of this folder.
set -e
cd "$(dirname "$0")"
exec npm ci --no-audit --no-fund --ignore-scripts
