// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension ValueSchema {
  /// The schema in a line, in the form of an answer's outline; a question mark stands behind members that may be
  /// missing.
  package var outline: String {
    guard case .rules(let rules) = self else { return "anything" }
    if !rules.allowed.isEmpty { return rules.allowed.joined(separator: " | ") }
    if !rules.members.isEmpty {
      let members = rules.members.sorted { $0.key < $1.key }.map { name, schema in
        "\(name)\(rules.required.contains(name) ? "" : "?"): \(schema.outline)"
      }
      return "{ \(members.joined(separator: ", ")) }"
    }
    if let elements = rules.elements { return "[\(elements.outline)]" }
    let kinds = rules.kinds.map(\.rawValue).joined(separator: " | ")
    return kinds.isEmpty ? "anything" : kinds
  }
}

extension DataValue {
  /// Members and elements that an outline shows, and how deep it goes.
  private static let shownMembers = 16
  private static let shownDepth = 5

  /// The kinds of the value's parts in a line; of an array that of its first element, and their number.
  package var outline: String { outline(DataValue.shownDepth) }

  private func outline(_ depth: Int) -> String {
    switch content {
    case .dictionary(let dictionary):
      guard depth > 0 else { return "object" }
      let members = dictionary.members
      var parts = members.prefix(DataValue.shownMembers).map {
        "\($0.key): \($0.value.outline(depth - 1))"
      }
      if members.count > parts.count { parts.append("…") }
      return "{ \(parts.joined(separator: ", ")) }"
    case .array(let elements):
      guard depth > 0, let first = elements.first else { return "[]" }
      return "[\(first.outline(depth - 1)) × \(elements.count)]"
    case .string: return "string"
    case .integer: return "integer"
    case .bool: return "boolean"
    case .null: return "null"
    default: return "number"
    }
  }
}
