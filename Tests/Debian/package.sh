#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a Debian package, upgrades it under a gateway that answers all the while, and removes it.
# Needs root, and a machine without another portico. usage: package.sh OLD.deb NEW.deb
set -euo pipefail
old=$1 new=$2
work=$(mktemp -d)
fail() { echo "package.sh: $*" >&2; exit 1; }
cleanup() {
  for process in "${first:-}" "${second:-}" "${asking:-}"; do
    [ -z "$process" ] || kill "$process" 2>/dev/null || true
  done
  dpkg -P portico >/dev/null 2>&1 || true
  rm -rf "$work"
}
! dpkg-query -W portico >/dev/null 2>&1 || fail "portico is installed already"
trap cleanup EXIT

dpkg -i "$old"
for file in /usr/bin/portico /usr/share/man/man1/portico.1.gz /usr/share/zsh/vendor-completions/_portico \
  /usr/share/bash-completion/completions/portico /usr/share/fish/vendor_completions.d/portico.fish \
  /usr/lib/systemd/system/portico.service /usr/lib/systemd/system/portico.socket; do
  [ -s "$file" ] || fail "there is no $file"
done
grep -q '^ExecStart=/usr/bin/portico ' /usr/lib/systemd/system/portico.service || fail "wrong ExecStart"
portico --version

portico new "$work/site" > /dev/null
serve() {
  portico serve --site "$work/site" --state "$work/state" --listen 127.0.0.1:18990 \
    --admin "unix:$work/admin.sock" --takeover "$work/takeover" > "$work/log-$1" 2>&1 &
}
ready() {
  for _ in $(seq 300); do
    ! curl -sf -o /dev/null http://127.0.0.1:18990/config || return 0
    sleep 0.1
  done
  fail "it does not answer: $(cat "$work"/log-*)"
}
serve 1; first=$!
ready
# Every request must be answered, whatever is installed beside it.
( while :; do curl -sf -o /dev/null http://127.0.0.1:18990/config || echo failed >> "$work/failures"
  echo asked >> "$work/asked"; done ) & asking=$!
dpkg -i "$new"
serve 2; second=$!
wait "$first" || fail "the old process ended with an error: $(cat "$work/log-1")"
first=
before=$(wc -l < "$work/asked")
until [ "$(wc -l < "$work/asked")" -gt $((before + 20)) ]; do sleep 0.1; done
kill "$asking"; asking=
[ ! -e "$work/failures" ] || fail "$(wc -l < "$work/failures") requests failed during the upgrade"
echo "$(wc -l < "$work/asked") requests were answered during the upgrade"
kill "$second"; wait "$second" || true; second=

mkdir -p /var/lib/portico
dpkg -r portico
[ ! -e /usr/bin/portico ] || fail "/usr/bin/portico is still there"
[ ! -e /usr/lib/systemd/system/portico.service ] || fail "the unit is still there"
[ -d /var/lib/portico ] || fail "a removal took the state"
dpkg -P portico
[ ! -e /var/lib/portico ] || fail "a purge left the state"
echo "installed, upgraded and removed"
