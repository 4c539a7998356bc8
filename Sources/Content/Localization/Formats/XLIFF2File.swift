// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// XLIFF 2.0, 2.1 and 2.2: what their core says, with any modules beside it.
enum XLIFF2File {
  static func read(_ root: XMLElement, into draft: inout TextsDraft) {
    guard let source = root["srcLang"] else {
      draft.error(.textLanguage, at: root.position, "<xliff> has no srcLang")
      return
    }
    let units = root.elements(local: "file").flatMap { $0.units(local: "unit") }
    read(units, language: source, isSource: true, into: &draft)
    guard let target = root["trgLang"] else { return }
    read(units, language: target, isSource: false, into: &draft)
  }

  private static func read(
    _ units: [XMLElement],
    language: String,
    isSource: Bool,
    into draft: inout TextsDraft
  ) {
    var texts = XLIFFTexts(language, isEcho: isSource)
    for unit in units {
      // The name is the developer's, the id the exporting tool's.
      guard let id = unit["name"] ?? unit["id"] else {
        if isSource { draft.error(.textKind, at: unit.position, "a <unit> has no id") }
        continue
      }
      if unit["translate"] == "no", !isSource { continue }
      let (text, isServed) = text(of: unit, isSource: isSource)
      texts.add(id, text, isServed: isServed, at: unit.position, &draft)
    }
    texts.finish(&draft)
  }

  /// The segments of a unit, one after another with what stands between them.
  private static func text(of unit: XMLElement, isSource: Bool) -> (text: String, isServed: Bool) {
    var text = ""
    var isServed = true
    for part in unit.elements where part.localName == "segment" || part.localName == "ignorable" {
      let source = part.elements(local: "source").first
      let target = part.elements(local: "target").first
      if isSource {
        text += source?.shownText ?? ""
      } else if part.localName == "ignorable" {
        text += (target ?? source)?.shownText ?? ""
      } else if let target {
        text += target.shownText
        // A target without a state is as finished as its author said: not at all less.
        if part["state"] == "initial" { isServed = false }
      } else {
        isServed = false
      }
    }
    return (text, isServed)
  }
}
