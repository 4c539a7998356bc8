#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lays the code of a program out by what it runs when it serves: what is used together stands together, and what
# is hardly used stands apart. The program has been linked with --emit-relocs; a soak of some seconds shows what runs,
# and a second one looks at every answer of the result.
# usage: layout.sh PROGRAM RESULT
set -euo pipefail
program=$1 result=$2
bolt=/usr/lib/llvm-16/bin/llvm-bolt
soak=$(cd "$(dirname "$0")/../../.." && pwd)/Tests/Soak/soak.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { echo "layout.sh: $*"; }

strip --strip-debug -o "$work/program" "$program"
# Swift calls an async closure by an offset that stands in the data, which this BOLT takes for a table of jumps and
# then ends: it leaves such functions as they are.
llvm-objdump -d --no-show-raw-insn --no-leading-addr "$work/program" | awk '
  />:$/ { name = $1; seen = 0 }
  /movslq.*\(%rip\)/ { seen = 1 }
  seen && /jmpq[[:space:]]+\*%r/ { print name; seen = 0 }' |
  sed -e 's/^<//' -e 's/>:$//' -e 's/[$.+]/\\&/g' -e 's|$|(/.*)?|' | sort -u > "$work/left"
say "$(wc -l < "$work/left") functions are left as they are"
"$bolt" "$work/program" -skip-funcs-file="$work/left" -instrument -instrumentation-file="$work/profile" \
  -o "$work/counting" > "$work/log" 2>&1 || { tail "$work/log"; exit 1; }
python3 "$soak" --seconds 20 --gateway "$work/counting"
[ -s "$work/profile" ] || { say "the gateway wrote no profile"; exit 1; }
"$bolt" "$work/program" -skip-funcs-file="$work/left" -data="$work/profile" -reorder-blocks=ext-tsp \
  -reorder-functions=hfsort+ -split-functions -split-all-cold -remove-symtab -o "$result" > "$work/log" 2>&1 ||
  { tail "$work/log"; exit 1; }
python3 "$soak" --seconds 20 --gateway "$result"
