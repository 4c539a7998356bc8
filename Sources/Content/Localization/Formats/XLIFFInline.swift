// SPDX-License-Identifier: Apache-2.0

import DataFiles

// XLIFF gives a placeholder's original code in several ways: `equiv-text` in version 1.2, the data
// that `dataRef` names, `disp` and `equiv` in version 2. The one that is a placeholder counts.
// Angular's interpolations may be expressions, such as `{{ price | currency }}`, which are named by
// their ids; and a plural inside a text is a unit of its own, named by `xid`.

/// Converts the inline markup of a unit into text.
struct XLIFFInline {
  /// The most units included in the text of one, nested ones included.
  static let maximumUnits = 64

  /// The original codes of the unit, by id.
  private var codes: [String: String] = [:]
  /// Whether a plain name, as in `<ph disp="count"/>`, is the argument of that name.
  private var takesPlainNames = false
  /// The other units of the file, by id.
  var units: [String: XMLElement] = [:]
  /// Cycles of units already reported.
  var circles: Set<Set<String>> = []

  /// The units included in a text so far.
  private struct Trail {
    /// A stack of the units being included.
    var path: [String] = []
    var count = 1
    var fault: Fault?
  }

  /// The reason why a unit has no text.
  private enum Fault {
    case circle([String])
    case tooMany(last: String)
  }

  init() {}

  /// - Parameter unit: a unit of version 2.
  init(codesOf unit: XMLElement, takesPlainNames: Bool = false) {
    self.takesPlainNames = takesPlainNames
    for data in unit.elements(local: "originalData").flatMap({ $0.elements(local: "data") }) {
      if let id = data["id"] { codes[id] = text(of: data) }
    }
  }

  /// Returns the text, with placeholders by their original codes.
  func text(of element: XMLElement) -> String {
    var trail = Trail()
    return text(of: element, &trail)
  }

  /// Returns the text of a unit that may include others; faults are recorded in the draft.
  ///
  /// - Returns: `nil` if the text is recursive or too long.
  mutating func text(
    ofUnit id: String,
    _ element: XMLElement,
    _ draft: inout TextsDraft
  ) -> String? {
    var trail = Trail(path: [id])
    let text = text(of: element, &trail)
    switch trail.fault {
    case nil: return text
    case .circle(let circle):
      guard circles.insert(Set(circle)).inserted else { return nil }
      draft.error(
        .textPattern,
        at: element.position,
        "the unit \"\(circle[0])\" is recursive: it includes itself"
          + (circle.count > 2 ? " (\(circle.joined(separator: ", then ")))" : "")
      )
    case .tooMany(let last):
      draft.error(
        .textPattern,
        at: element.position,
        "the unit \"\(id)\" includes more than \(XLIFFInline.maximumUnits) units, nested ones "
          + "included; the last one is \"\(last)\""
      )
    }
    return nil
  }

  private func text(of element: XMLElement, _ trail: inout Trail) -> String {
    var text = ""
    for child in element.children where trail.fault == nil {
      switch child {
      case .text(let piece, at: _): text += piece
      case .element(let inner): text += shown(inner, &trail)
      }
    }
    return text
  }

  private func shown(_ element: XMLElement, _ trail: inout Trail) -> String {
    switch element.localName {
    case "cp":
      let scalar = element["hex"].flatMap { UInt32($0, radix: 16) }.flatMap { Unicode.Scalar($0) }
      return scalar.map { String(Character($0)) } ?? ""
    case "x", "bx", "ex", "ph", "sc", "ec", "pc", "g":
      if let id = element["xid"], let other = self.units[id] {
        if let start = trail.path.firstIndex(of: id) {
          trail.fault = .circle(trail.path[start...] + [id])
          return ""
        }
        trail.count += 1
        guard trail.count <= XLIFFInline.maximumUnits else {
          trail.fault = .tooMany(last: id)
          return ""
        }
        trail.path.append(id)
        defer { trail.path.removeLast() }
        return text(of: other, &trail)
      }
      let inner = text(of: element, &trail)
      return inner.isEmpty ? code(element) : inner
    default: return text(of: element, &trail)
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
