#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian package of what `make install PREFIX=/usr` has put into a folder.
# usage: package.sh FOLDER VERSION TARGET
set -euo pipefail
folder=$1 version=$2 target=$3
scripts=$(cd "$(dirname "$0")" && pwd)
architecture=$(dpkg --print-architecture)
mkdir -p "$folder/DEBIAN" "$target"
# Debian's zsh looks for completions of packages elsewhere, and manual pages are compressed.
mv "$folder/usr/share/zsh/site-functions" "$folder/usr/share/zsh/vendor-completions"
gzip -9n "$folder/usr/share/man/man1/portico.1"
# What BOLT has laid out has no symbols left, and strip would break its segments.
readelf -S "$folder/usr/bin/portico" | grep -q '\.bolt\.' || strip --strip-unneeded "$folder/usr/bin/portico"
# dpkg-shlibdeps wants the description of a source package.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
mkdir "$sources/debian"
printf 'Source: portico\n\nPackage: portico\nArchitecture: any\n' > "$sources/debian/control"
binary=$(cd "$folder" && pwd)/usr/bin/portico
depends=$(cd "$sources" && dpkg-shlibdeps -O "$binary" | sed 's/^shlibs:Depends=//')
sed -e "s|@VERSION@|$version|" -e "s|@ARCHITECTURE@|$architecture|" -e "s|@DEPENDS@|$depends|" \
  -e "s|@SIZE@|$(du -sk "$folder/usr" | cut -f 1)|" "$scripts/control" > "$folder/DEBIAN/control"
install -m 755 "$scripts"/{postinst,prerm,postrm} "$folder/DEBIAN/"
dpkg-deb --root-owner-group --build "$folder" "$target/portico_${version}_$architecture.deb"
