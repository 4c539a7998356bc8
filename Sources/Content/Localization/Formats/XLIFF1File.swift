// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// XLIFF 1.2, as Xcode exports it and translation tools give it back.
enum XLIFF1File {
  /// States of targets that are not to be shown.
  private static let unfinished: Set<String> = [
    "new", "needs-translation", "needs-adaptation", "needs-l10n", "needs-review-adaptation",
    "needs-review-l10n", "needs-review-translation",
  ]

  static func read(_ root: XMLElement, into draft: inout TextsDraft) {
    for file in root.elements(local: "file") {
      guard let source = file["source-language"] else {
        draft.error(.textLanguage, at: file.position, "a <file> has no source-language")
        continue
      }
      let units = file.elements(local: "body").flatMap { $0.units(local: "trans-unit") }
      read(units, language: source, isSource: true, into: &draft)
      guard let target = file["target-language"], target != source else { continue }
      read(units, language: target, isSource: false, into: &draft)
    }
  }

  private static func read(
    _ units: [XMLElement],
    language: String,
    isSource: Bool,
    into draft: inout TextsDraft
  ) {
    var texts = XLIFFTexts(language, isEcho: isSource)
    for unit in units {
      guard let id = unit["id"] else {
        if isSource { draft.error(.textKind, at: unit.position, "a <trans-unit> has no id") }
        continue
      }
      if unit["translate"] == "no", !isSource { continue }
      let element = unit.elements(local: isSource ? "source" : "target").first
      let isServed = element.map { !unfinished.contains($0["state"] ?? "") } ?? false
      texts.add(id, element?.shownText, isServed: isServed, at: unit.position, &draft)
    }
    texts.finish(&draft)
  }
}

extension XMLElement {
  /// The text of a unit as it is shown: what stands for a placeholder says how it is written.
  var shownText: String {
    var text = ""
    for child in children {
      switch child {
      case .text(let piece, at: _): text += piece
      case .element(let element): text += element.shownInline
      }
    }
    return text
  }

  var shownInline: String {
    switch localName {
    case "x", "bx", "ex", "ph", "sc", "ec", "pc", "g", "cp":
      if localName == "cp", let scalar = self["hex"].flatMap({ UInt32($0, radix: 16) }) {
        return Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
      }
      let inner = shownText
      return inner.isEmpty ? self["equiv-text"] ?? self["equiv"] ?? self["disp"] ?? "" : inner
    default: return shownText
    }
  }
}
