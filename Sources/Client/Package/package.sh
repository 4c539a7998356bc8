#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# package.sh FOLDER: writes the app's side as a package that stands alone into FOLDER, which it empties first but
# for what was built there.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${1:?expected a folder}
mkdir -p "$folder"
if [ -n "$(ls -A "$folder")" ] && ! grep -qs portico-client "$folder/Package.swift"; then
  echo "$folder has something else in it" >&2
  exit 1
fi
rm -rf "$folder/Sources" "$folder/Tests"
for part in Sources/Client/PorticoClient{,URLSession,SQLite} Sources/Platform/CSQLite \
  Tests/Support/SeededTesting Tests/Client/PorticoClientTests; do
  mkdir -p "$folder/$part"
  cp -R "$root/$part/." "$folder/$part"
done
own=$root/Sources/Client/Package
cp "$own/PrivacyInfo.xcprivacy" "$folder/Sources/Client/PorticoClient"
cp "$own/Package.swift.in" "$folder/Package.swift"
cp "$own/README.md" "$root/LICENSE" "$folder"
