// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// XLIFF 2.0, 2.1 and 2.2: the core, and 2.2's module for plural, gender and select.
struct XLIFF2File {
  private let language: String
  private let isSource: Bool
  /// The namespace prefixes of the module's attributes.
  private let prefixes: Set<String>

  static func read(_ root: XMLElement, into draft: inout TextsDraft) {
    guard let source = root["srcLang"] else {
      draft.error(.textLanguage, at: root.position, "<xliff> has no srcLang")
      return
    }
    let declared = root.tag.attributes.filter { $0.value == XLIFFSwitch.namespace }
      .compactMap { $0.name.hasPrefix("xmlns:") ? String($0.name.dropFirst(6)) : nil }
    let prefixes = Set(declared + ["pgs"])
    let files = root.elements(local: "file")
    XLIFF2File(language: source, isSource: true, prefixes: prefixes).read(files, into: &draft)
    guard let target = root["trgLang"] else { return }
    XLIFF2File(language: target, isSource: false, prefixes: prefixes).read(files, into: &draft)
  }

  private func read(_ files: [XMLElement], into draft: inout TextsDraft) {
    for file in files {
      var texts = XLIFFTexts(language, isEcho: isSource)
      read(unitsOf: file, &texts, &draft)
      texts.finish(&draft)
    }
  }

  private func read(
    unitsOf element: XMLElement,
    _ texts: inout XLIFFTexts,
    _ draft: inout TextsDraft
  ) {
    for child in element.elements where ["unit", "group"].contains(child.localName) {
      if let selectors = attribute("switch", of: child) {
        readForms(of: child, by: selectors, &draft)
      } else if child.localName == "group" {
        read(unitsOf: child, &texts, &draft)
      } else if let id = id(of: child, &draft) {
        let (text, state) = text(of: child)
        texts.add(id, text, state, at: child.position, &draft)
      }
    }
  }

  private func attribute(_ name: String, of element: XMLElement) -> String? {
    prefixes.lazy.compactMap { element["\($0):\(name)"] }.first
  }

  /// Returns the name of a text; `nil` for one that is not to be read.
  private func id(of unit: XMLElement, _ draft: inout TextsDraft) -> String? {
    // The name is the developer's; the id is the exporting tool's.
    guard let id = unit["name"] ?? unit["id"] else {
      if isSource {
        draft.error(.textKind, at: unit.position, "a <\(unit.localName)> has no id")
      }
      return nil
    }
    return unit["translate"] == "no" && !isSource ? nil : id
  }

  /// Returns the joined segments of a unit, with ignorable text between them.
  private func text(of unit: XMLElement) -> (text: String, state: TranslationState) {
    var text = ""
    var state = TranslationState.finished
    let inline = XLIFFInline(codesOf: unit)
    for part in unit.elements where part.localName == "segment" || part.localName == "ignorable" {
      let (shown, isServed) = element(of: part)
      text += shown.map { inline.text(of: $0) } ?? ""
      if !isServed { state = .unfinished }
    }
    return (text, state)
  }

  /// Returns the element with a part's text in the language, and whether it may be served.
  private func element(of part: XMLElement) -> (element: XMLElement?, isServed: Bool) {
    let source = part.elements(local: "source").first
    let target = part.elements(local: "target").first
    if isSource { return (source, true) }
    if part.localName == "ignorable" { return (target ?? source, true) }
    // A target counts as finished unless its state is `initial`.
    return (target, target != nil && part["state"] != "initial")
  }

  /// Reads a text whose forms are the segments of a unit, or the units of a group.
  private func readForms(
    of holder: XMLElement,
    by selectors: String,
    _ draft: inout TextsDraft
  ) {
    draft.declare(language)
    guard let key = id(of: holder, &draft),
      let chooser = XLIFFSwitch(selectors, of: key, in: language, at: holder.position, &draft)
    else { return }
    let isUnit = holder.localName == "unit"
    var forms: [XLIFFSwitch.Form] = []
    for part in holder.elements(local: isUnit ? "segment" : "unit") {
      let pieces = isUnit ? [part] : part.elements(local: "segment")
      let inline = XLIFFInline(codesOf: isUnit ? holder : part, takesPlainNames: true)
      var text = ""
      for piece in pieces {
        let (element, isServed) = element(of: piece)
        guard isServed else { return }
        text += element.map { inline.text(of: $0) } ?? ""
      }
      forms.append(
        XLIFFSwitch.Form(
          keys: chooser.keys(attribute("case", of: part)),
          text: text,
          position: part.position
        )
      )
    }
    guard let message = chooser.message(of: forms, isSource: isSource, &draft) else { return }
    draft.add(key, language, message, at: holder.position, role: isSource ? .echo : .text)
  }
}
