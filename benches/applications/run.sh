#!/usr/bin/env bash
# User CPU time of `hclx check` over 1,000 files of each application, each file in a folder of its own:
# copies of the good examples. Usage: benches/applications/run.sh [PATH OF hclx]
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
hclx=$(realpath "${1:-$here/target/release/hclx}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT=%U
for application in bake packer nomad terragrunt; do
    tree=$work/$application
    for number in $(seq 1 1000); do
        mkdir -p "$tree/$number"
        cp -r "$here/examples/$application/good/." "$tree/$number/"
    done
    files=$(find "$tree" -type f | wc -l)
    for round in 1 2 3 4 5; do
        { time "$hclx" check --quiet "$tree" > /dev/null 2>&1 || true; } 2>> "$work/$application.times"
    done
    median=$(sort -n "$work/$application.times" | sed -n 3p)
    echo "$application: $files files, $median s of user CPU (median of 5)"
done
