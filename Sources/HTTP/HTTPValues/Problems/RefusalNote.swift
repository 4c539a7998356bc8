// SPDX-License-Identifier: Apache-2.0

/// A refusal as a service of this process tells it to the gateway, for the event of the request: in a field
/// of its answer, beside the problem in the body. No client gets the field.
package struct RefusalNote: Sendable, Equatable {
  package static let field: FieldName = "portico-refusal"
  /// The most Unicode scalars of one text: together they fit into any head.
  private static let longest = 400

  /// The name of the problem in the body.
  package let code: String
  /// The entity that the request was about; `nil` for none.
  package var entity: String?
  package let seen: String
  package let expected: String

  /// Makes a note from a sentence: "seen; expected what".
  ///
  /// - Parameter expected: the expectation for a sentence that states none.
  package init(_ code: String, _ sentence: String, expected: String) {
    self.code = code
    let parts = sentence.split(separator: "; expected ", maxSplits: 1).map(String.init)
    seen = parts.first ?? code
    self.expected = parts.count == 2 ? parts[1] : expected
  }

  /// Reads the note of an answer; `nil` for one without.
  package init?(in fields: Fields) {
    guard fields.contains(RefusalNote.field),
      let item = try? StructuredField.Item(RefusalNote.field, in: fields.view),
      case .string(let code) = item.value,
      case .displayString(let seen)? = item.parameters["seen"],
      case .displayString(let expected)? = item.parameters["expected"]
    else { return nil }
    self.code = code
    self.seen = seen
    self.expected = expected
    if case .displayString(let entity)? = item.parameters["entity"] { self.entity = entity }
  }

  package var context: String { "\(seen); expected \(expected)" }

  /// Writes the note into the fields of an answer.
  package func write(to fields: inout Fields) {
    var parameters: StructuredField.Parameters = [
      "seen": .displayString(RefusalNote.short(seen)),
      "expected": .displayString(RefusalNote.short(expected)),
    ]
    if let entity { parameters["entity"] = .displayString(RefusalNote.short(entity)) }
    let item = StructuredField.Item(.string(code), parameters)
    // A code that no field can have is a mistake of its author, who misses the note in the event.
    guard let text = try? item.serialized() else { return }
    fields.set(RefusalNote.field, text)
  }

  private static func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longest else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(longest))) + "…"
  }
}
