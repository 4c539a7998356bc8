// SPDX-License-Identifier: Apache-2.0

/// Writes a schema for people: what fits stays on one line, all else is indented.
package struct SchemaText {
  private static let width = 100

  package private(set) var text = ""

  /// The text of a file, with a line's end behind it.
  package init(_ node: SchemaNode) {
    write(node, indent: 0, reserved: 0)
    text += "\n"
  }

  /// - Parameter reserved: the columns of the line that are taken, before the value and behind it.
  private mutating func write(_ node: SchemaNode, indent: Int, reserved: Int) {
    let line = SchemaText.line(node)
    guard indent + reserved + line.count > SchemaText.width else {
      text += line
      return
    }
    switch node {
    case .null, .flag, .integer, .number, .text, .reference: text += line
    case .list(let elements):
      if elements.allSatisfy(\.isScalar) {
        fill(elements.map(SchemaText.line), indent: indent + 2)
      } else {
        write(elements.map { ("", $0) }, brackets: ("[", "]"), indent: indent)
      }
    case .members(let members):
      let named = members.map { ("\(SchemaText.quoted($0.name)): ", $0.value) }
      write(named, brackets: ("{", "}"), indent: indent)
    }
  }

  private mutating func write(
    _ parts: [(name: String, value: SchemaNode)],
    brackets: (open: String, close: String),
    indent: Int
  ) {
    text += brackets.open
    for (index, part) in parts.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += String(repeating: " ", count: indent + 2) + part.name
      write(part.value, indent: indent + 2, reserved: part.name.count + 1)
    }
    text += "\n" + String(repeating: " ", count: indent) + brackets.close
  }

  /// As many words on a line as fit.
  private mutating func fill(_ words: [String], indent: Int) {
    text += "["
    var column = SchemaText.width
    for (index, word) in words.enumerated() {
      let isLast = index == words.count - 1
      if column + word.count + 2 > SchemaText.width {
        text += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else {
        text += " "
        column += 1
      }
      text += isLast ? word : "\(word),"
      column += word.count + 1
    }
    text += "\n" + String(repeating: " ", count: indent - 2) + "]"
  }

  static func line(_ node: SchemaNode) -> String {
    switch node {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .number(let number): number
    case .text(let text): quoted(text)
    case .reference(let definition): quoted("#/$defs/\(definition.name)")
    case .list(let elements): "[\(elements.map(line).joined(separator: ", "))]"
    case .members(let members):
      members.isEmpty
        ? "{}"
        : "{ \(members.map { "\(quoted($0.name)): \(line($0.value))" }.joined(separator: ", ")) }"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

extension SchemaNode {
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .flag, .integer, .number, .text, .reference: true
    case .list, .members: false
    }
  }
}
