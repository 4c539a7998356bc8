// SPDX-License-Identifier: Apache-2.0

/// Writes the reference of a kind of file: a table of keys for each dictionary in it, in Markdown.
package struct SchemaReference {
  /// A dictionary whose keys get a table, under the path of keys that leads to it.
  fileprivate struct Section {
    let title: String
    let node: SchemaNode
  }

  package private(set) var text = ""
  private var rest: [Section] = []
  private var definitions: Set<String> = []
  /// As many words of a choice as fit a line.
  private static let mostChoices = 20

  package init(of root: SchemaNode) {
    rest = [Section(title: "The file", node: root)]
    while !rest.isEmpty { write(rest.removeFirst()) }
  }

  private mutating func write(_ section: Section) {
    guard let properties = section.node["properties"]?.members, !properties.isEmpty else { return }
    let required = section.node["required"]?.elements.compactMap(\.string) ?? []
    text +=
      "\n### \(section.title)\n\n| key | value | unless given | meaning |\n|---|---|---|---|\n"
    for property in properties {
      let path = section.title == "The file" ? property.name : "\(section.path).\(property.name)"
      let value = words(for: property.value, at: path)
      let standard = property.value["default"].map { "`\(SchemaText.line($0))`" }
      let isNeeded = required.contains(property.name)
      text += "| `\(property.name)` | \(value) | \(isNeeded ? "needed" : standard ?? "") | "
      text += SchemaReference.meaning(of: property.value) + " |\n"
    }
    follow(section.node)
  }

  /// Gives sections to the dictionaries that a value can be, by the keys that say which one it is.
  private mutating func follow(_ node: SchemaNode) {
    for next in [node, node["items"] ?? .anything] {
      guard case .reference(let definition)? = next["$ref"],
        definition.node()["if"] != nil, definitions.insert(definition.name).inserted
      else { continue }
      var branch = definition.node()
      follow(branch)
      while let kind = branch["then"], let rest = branch["else"] {
        _ = words(for: kind, at: "")
        branch = rest
      }
      _ = words(for: branch, at: "")
    }
  }

  private static func meaning(of node: SchemaNode) -> String {
    let sentence = node["description"]?.string ?? ""
    guard let examples = node["examples"]?.elements, !examples.isEmpty else { return sentence }
    let shown = examples.map { "`\(SchemaText.line($0))`" }.joined(separator: ", ")
    return "\(sentence) For example \(shown)."
  }

  /// A value in words; a dictionary with keys of its own gets a section.
  private mutating func words(for node: SchemaNode, at path: String) -> String {
    if case .reference(let definition)? = node["$ref"] {
      let node = definition.node()
      // Which dictionary it is, its keys say, and each has a section of its own.
      if node["if"] != nil, node["type"] == nil { return "any value" }
      guard node.holdsKeys else { return words(for: node, at: path) }
      if definitions.insert(definition.name).inserted {
        rest.append(Section(title: "`\(definition.name)`", node: node.dictionaryWithKeys))
      }
      return "see `\(definition.name)`"
    }
    if let expected = node["patternErrorMessage"]?.string {
      return expected.hasPrefix("expected ") ? String(expected.dropFirst(9)) : expected
    }
    if let choices = node["enum"]?.elements {
      if choices.count > SchemaReference.mostChoices {
        return "one of \(choices.count) texts that the schema lists"
      }
      return choices.map { "`\(SchemaText.line($0))`" }.joined(separator: ", ")
    }
    if let alternatives = node["anyOf"]?.elements, node["properties"] == nil {
      return words(forOneOf: alternatives, at: path)
    }
    switch node["type"]?.string {
    case "boolean": return "`true` or `false`"
    case "null": return "`null`"
    case "integer", "number": return SchemaReference.words(forNumber: node)
    case "string": return "a text"
    case "array":
      return "an array of: " + words(for: node["items"] ?? .anything, at: path)
    case "object": return words(forDictionary: node, at: path)
    default: return "anything"
    }
  }

  private mutating func words(forOneOf alternatives: [SchemaNode], at path: String) -> String {
    if alternatives.count == 2, let items = alternatives[1]["items"],
      SchemaText.line(items) == SchemaText.line(alternatives[0])
    {
      return words(for: alternatives[0], at: path) + "; or an array of them"
    }
    var all: [String] = []
    for alternative in alternatives {
      let words = words(for: alternative, at: path)
      if !all.contains(words) { all.append(words) }
    }
    return all.joined(separator: "; or ")
  }

  private mutating func words(forDictionary node: SchemaNode, at path: String) -> String {
    if node["properties"] != nil {
      rest.append(Section(title: "`\(path)`", node: node))
      return "see `\(path)`"
    }
    guard let value = node["additionalProperties"],
      value["type"] != nil || value["$ref"] != nil || value["anyOf"] != nil
    else { return "a dictionary" }
    return "a dictionary by names of: " + words(for: value, at: "\(path).*")
  }

  private static func words(forNumber node: SchemaNode) -> String {
    let kind = node["type"]?.string == "integer" ? "an integer" : "a number"
    switch (node["minimum"]?.numberText, node["maximum"]?.numberText) {
    case (let least?, let most?): return "\(kind) from \(least) to \(most)"
    case (let least?, nil): return "\(kind) from \(least) on"
    default: return kind
    }
  }
}

extension SchemaReference.Section {
  /// The path without the marks of code.
  fileprivate var path: String { String(title.filter { $0 != "`" }) }
}

extension SchemaNode {
  fileprivate var elements: [SchemaNode] {
    if case .list(let elements) = self { elements } else { [] }
  }

  fileprivate var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  fileprivate var numberText: String? {
    switch self {
    case .integer(let integer): "\(integer)"
    case .number(let number): number
    default: nil
    }
  }

  /// True for a dictionary with keys of its own, and for a choice that has one.
  fileprivate var holdsKeys: Bool {
    self["properties"] != nil
      || (self["anyOf"]?.elements.contains { $0["properties"] != nil } ?? false)
  }

  fileprivate var dictionaryWithKeys: SchemaNode {
    self["properties"] != nil
      ? self : self["anyOf"]?.elements.first { $0["properties"] != nil } ?? self
  }
}
