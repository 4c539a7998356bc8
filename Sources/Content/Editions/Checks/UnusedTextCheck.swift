// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

/// Checks for texts that no document uses. They are one finding, however many there are.
struct UnusedTextCheck {
  /// As many as are named.
  static let namedTexts = 10

  let linkage: Linkage
  let misspelled: MisspelledTexts

  func run(_ findings: inout Findings) {
    // A document that cannot be read may be what uses them.
    guard linkage.isWhole else { return }
    // Misspelled ones are told with those that are missing in their place.
    let unused = misspelled.unused.filter { !misspelled.isMisspelled($0.key) }
    guard let first = unused.first else { return }
    guard unused.count > 1 else {
      findings.warning(
        .unusedText,
        at: first.place,
        "no document uses the text \"\(first.key)\""
      )
      return
    }
    let named = unused.prefix(UnusedTextCheck.namedTexts)
    let rest = unused.count - named.count
    findings.warning(
      .unusedText,
      at: first.place,
      "no document uses \(unused.count) of the texts"
        + (rest > 0 ? ", of which the first \(named.count) are named here" : ""),
      parties: named.map { Finding.Party($0.place, "the text \"\($0.key)\"") }
    )
  }
}
