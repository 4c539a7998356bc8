// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads the codes of countries.
enum CountryReader {
  static func country(_ name: PlacedName, _ findings: inout Findings) -> RegionCode? {
    let bytes = Array(name.name.utf8)
    if bytes.count == 2, let code = RegionCode(bytes.span) {
      // The United Kingdom, as people write it.
      if "\(code)" == "UK" { return country(PlacedName("GB", at: name.place), &findings) }
      if Countries.all.contains(code) { return code }
    }
    findings.error(
      .unknownName,
      at: name.place,
      "\"\(name.name)\" is no country; expected two letters of ISO 3166 such as DE"
    )
    return nil
  }
}
