// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The alternatives of a text as Apple's formats nest them: by device, by plural form, and inside a
/// text by substitution.
struct Variations: Sendable {
  /// The meaning of `%#@name@`.
  struct Substitution: Sendable {
    var variations: Variations
    /// The argument that it depends on; by order in the text if absent.
    var position: Int?
    /// The number's format specifier, such as `lld`.
    var specifier = ""
  }

  /// The text, if there are no alternatives.
  var text: String?
  /// In the order of the file.
  var plurals: [(name: String, variations: Variations)] = []
  var devices: [(name: String, variations: Variations)] = []
  var substitutions: [(name: String, substitution: Substitution)] = []
  var position: SourcePosition

  init(at position: SourcePosition) { self.position = position }
}

extension Variations {
  /// Sets the text at a path such as `plural`, `one`.
  ///
  /// - Returns: whether the path is valid.
  mutating func set(
    _ text: String,
    at path: ArraySlice<String>,
    position: SourcePosition
  ) -> Bool {
    guard let first = path.first else {
      self.text = text
      return true
    }
    guard let name = path.dropFirst().first else { return false }
    let rest = path.dropFirst(2)
    switch first {
    case "plural":
      return Variations.within(&plurals, name, position) {
        $0.set(text, at: rest, position: position)
      }
    case "device":
      return Variations.within(&devices, name, position) {
        $0.set(text, at: rest, position: position)
      }
    case "substitutions":
      let index = substitutions.firstIndex { $0.name == name } ?? substitutions.count
      if index == substitutions.count {
        substitutions.append((name, Substitution(variations: Variations(at: position))))
      }
      return substitutions[index].substitution.variations
        .set(text, at: rest, position: position)
    default: return false
    }
  }

  private static func within(
    _ list: inout [(name: String, variations: Variations)],
    _ name: String,
    _ position: SourcePosition,
    _ body: (inout Variations) -> Bool
  ) -> Bool {
    let index = list.firstIndex { $0.name == name } ?? list.count
    if index == list.count { list.append((name, Variations(at: position))) }
    return body(&list[index].variations)
  }
}
