// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Localization
import Sites

/// Texts that no document uses, some of which are misspelled names of texts that are missing.
struct MisspelledTexts {
  /// The most pairs of names that are compared.
  private static let mostPairs = 20_000

  typealias PlacedText = (key: String, place: FilePlace)

  /// In the order of their places.
  let unused: [PlacedText]
  /// The unused texts whose names are near to that of a missing one, by the latter.
  private var near: [String: PlacedText] = [:]

  init(_ linkage: Linkage) {
    var used: Set<String> = [SiteSettings.closingText]
    used.formUnion(linkage.site.apps.compactMap(\.gate?.message?.value))
    for draft in linkage.drafts { used.formUnion(draft.texts.lazy.map(\.key)) }
    let excepted = linkage.site.unusedTexts
    unused = linkage.texts.keys.filter { key in
      !used.contains(key) && !excepted.contains { $0.matches(key) }
    }.compactMap { key in linkage.texts.place(of: key).map { (key: key, place: $0) } }
      .sorted { ($0.place, $0.key) < ($1.place, $1.key) }
    let incomplete = linkage.texts.incompleteKeys
    let missing = used.filter { incomplete.contains($0) || !linkage.texts.has($0) }.sorted()
    guard unused.count * missing.count <= MisspelledTexts.mostPairs else { return }
    for text in unused {
      guard let meant = Suggestion.nearest(to: text.key, among: missing), near[meant] == nil else {
        continue
      }
      near[meant] = text
    }
  }

  /// Returns whether an unused text is told with a missing one.
  func isMisspelled(_ key: String) -> Bool { near.values.contains { $0.key == key } }

  /// Returns the places to name with a missing text: its own, and that of one of nearly its name.
  func parties(ofMissing key: String, at place: FilePlace) -> [Finding.Party] {
    [Finding.Party(place, "the text \"\(key)\" is missing")] + parties(near: key)
  }

  func parties(near key: String) -> [Finding.Party] {
    near[key].map { [Finding.Party($0.place, "nothing uses \"\($0.key)\"")] } ?? []
  }
}
