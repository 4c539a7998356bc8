// SPDX-License-Identifier: Apache-2.0

import DataFiles

// What stands for a placeholder in XLIFF says in several ways how it is written: `equiv-text` in
// version 1.2, the data that `dataRef` names, `disp` and `equiv` in version 2. Of these the one counts
// that is a placeholder. Angular's interpolations may be expressions, such as `{{ price | currency }}`,
// which are called by their ids; and where a text has a plural in its middle, that is a unit of its own,
// which `xid` names.

/// Makes the text of a unit of what is in it.
struct XLIFFInline {
  /// Texts within texts.
  private static let maximumDepth = 8

  /// The original codes of the unit, by their ids.
  private var codes: [String: String] = [:]
  /// Whether a plain name, as in `<ph disp="count"/>`, stands for the argument of that name.
  private var takesPlainNames = false
  /// The texts of the other units in the file, by their ids.
  var units: [String: XMLElement] = [:]

  init() {}

  /// - Parameter unit: a unit of version 2.
  init(codesOf unit: XMLElement, takesPlainNames: Bool = false) {
    self.takesPlainNames = takesPlainNames
    for data in unit.elements(local: "originalData").flatMap({ $0.elements(local: "data") }) {
      if let id = data["id"] { codes[id] = text(of: data) }
    }
  }

  /// The text as it is shown: what stands for a placeholder says how it is written.
  func text(of element: XMLElement) -> String { text(of: element, depth: 0) }

  private func text(of element: XMLElement, depth: Int) -> String {
    var text = ""
    for child in element.children {
      switch child {
      case .text(let piece, at: _): text += piece
      case .element(let inner): text += shown(inner, depth: depth)
      }
    }
    return text
  }

  private func shown(_ element: XMLElement, depth: Int) -> String {
    switch element.localName {
    case "cp":
      let scalar = element["hex"].flatMap { UInt32($0, radix: 16) }.flatMap { Unicode.Scalar($0) }
      return scalar.map { String(Character($0)) } ?? ""
    case "x", "bx", "ex", "ph", "sc", "ec", "pc", "g":
      if let other = element["xid"].flatMap({ units[$0] }), depth < XLIFFInline.maximumDepth {
        return text(of: other, depth: depth + 1)
      }
      let inner = text(of: element, depth: depth)
      return inner.isEmpty ? code(element) : inner
    default: return text(of: element, depth: depth)
    }
  }

  private func code(_ element: XMLElement) -> String {
    let data = element["dataRef"].flatMap { codes[$0] }
    let candidates = [
      data, element["equiv-text"], element["equiv"], element["disp"],
    ].compactMap(\.self)
    if let placeholder = candidates.first(where: XLIFFInline.isPlaceholder) { return placeholder }
    let isName = { (text: String) in
      !text.isEmpty && text.utf8.allSatisfy(PatternText.isNamePart)
    }
    if candidates.contains(where: { $0.hasPrefix("{{") }) {
      let name = [element["equiv"], element["id"]].compactMap(\.self).first(where: isName)
      if let name { return "{\(name)}" }
    }
    if takesPlainNames, element.localName == "ph",
      let name = [element["equiv"], element["disp"]].compactMap(\.self).first(where: isName)
    {
      return "{\(name)}"
    }
    return candidates.first ?? ""
  }

  private static func isPlaceholder(_ text: String) -> Bool {
    var reader = PatternReader()
    let parts = reader.parts(of: text)
    guard parts.count == 1, case .placeholder = parts[0] else { return false }
    return true
  }
}
