// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// XLIFF 1.2, as exported by Xcode and returned by translation tools.
enum XLIFF1File {
  private static func state(_ target: XMLElement) -> TranslationState {
    switch target["state"] {
    case "new", "needs-translation", "needs-adaptation", "needs-l10n": .unfinished
    case "needs-review-adaptation", "needs-review-l10n", "needs-review-translation": .needsReview
    default: .finished
    }
  }

  static func read(_ root: XMLElement, into draft: inout TextsDraft) {
    for file in root.elements(local: "file") {
      guard let source = file["source-language"] else {
        draft.error(.textLanguage, at: file.position, "a <file> has no source-language")
        continue
      }
      let units = file.elements(local: "body").flatMap { $0.units(local: "trans-unit") }
      var circles: Set<Set<String>> = []
      read(units, language: source, isSource: true, &circles, into: &draft)
      guard let target = file["target-language"], target != source else { continue }
      read(units, language: target, isSource: false, &circles, into: &draft)
    }
  }

  private static func read(
    _ units: [XMLElement],
    language: String,
    isSource: Bool,
    _ circles: inout Set<Set<String>>,
    into draft: inout TextsDraft
  ) {
    var texts = XLIFFTexts(language, isEcho: isSource)
    let name = isSource ? "source" : "target"
    var inline = XLIFFInline()
    inline.circles = circles
    for unit in units {
      if let id = unit["id"] { inline.units[id] = unit.elements(local: name).first }
    }
    for unit in units {
      guard let id = unit["id"] else {
        if isSource { draft.error(.textKind, at: unit.position, "a <trans-unit> has no id") }
        continue
      }
      if unit["translate"] == "no", !isSource { continue }
      let element = unit.elements(local: name).first
      let state = element.map { isSource ? .finished : Self.state($0) } ?? .unfinished
      let text = element.flatMap { inline.text(ofUnit: id, $0, &draft) }
      texts.add(id, text, state, at: unit.position, &draft)
    }
    circles = inline.circles
    texts.finish(&draft)
  }
}
