// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Localization
import Sites

/// Checks for texts that no document uses. They are one finding, however many there are.
struct UnusedTextCheck {
  /// As many as are named.
  static let namedTexts = 10

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    // A document that cannot be read may be what uses them.
    guard linkage.isWhole else { return }
    var used: Set<String> = [SiteSettings.closingText]
    used.formUnion(linkage.site.apps.compactMap(\.gate?.message?.value))
    for draft in linkage.drafts { used.formUnion(draft.texts.lazy.map(\.key)) }
    let excepted = linkage.site.unusedTexts
    let unused = linkage.texts.keys.filter { key in
      !used.contains(key) && !excepted.contains { $0.matches(key) }
    }.compactMap { key in linkage.texts.place(of: key).map { (key: key, place: $0) } }
      .sorted { ($0.place, $0.key) < ($1.place, $1.key) }
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
