// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The texts of which one is taken, as Apple's formats nest them: by device, by plural form, and in
/// the middle of a text by substitution.
struct Variations: Sendable {
  /// What `%#@name@` stands for.
  struct Substitution: Sendable {
    var variations: Variations
    /// Which of the arguments it is about; by the order of the text if it does not say.
    var position: Int?
    /// How its number is written, such as `lld`.
    var specifier = ""
  }

  /// The text itself, where nothing is chosen.
  var text: String?
  /// In the order of the file.
  var plurals: [(name: String, variations: Variations)] = []
  var devices: [(name: String, variations: Variations)] = []
  var substitutions: [(name: String, substitution: Substitution)] = []
  var position: SourcePosition

  init(at position: SourcePosition) { self.position = position }
}

extension Variations {
  /// Puts a text where a path leads that begins here, such as `plural`, `one`.
  ///
  /// - Returns: whether the path leads anywhere.
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
