// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Plans

/// The notation of types as data: `title: "text"`, `"price?": "number"` if an answer may lack it, `tags: ["text"]`
/// for a list, and `settings: { pageSize: "integer" }` for a dictionary.
enum TypeNotation {
  static func text(_ type: ContentType, _ indent: String) -> String {
    switch type {
    case .nothing, .any: "\"any\""
    case .boolean: "\"boolean\""
    case .integer: "\"integer\""
    case .number: "\"number\""
    // An app accepts texts that it does not know.
    case .text, .choice, .reference: "\"text\""
    case .link: "\"link\""
    case .content: "\"content\""
    case .list(let element): "[\(text(element, indent))]"
    case .object(let members):
      members.isEmpty
        ? "{}"
        : "{\n"
          + members.map { member in
            let name = member.name + (member.isOptional ? "?" : "")
            return "\(indent)  \(key(name)): \(text(member.type, indent + "  ")),\n"
          }.joined() + "\(indent)}"
    }
  }

  /// A name as a key of JSON5 and ECMAScript.
  static func key(_ name: String) -> String {
    Identifiers.isPlain(name) ? name : quoted(name)
  }

  static func quoted(_ text: String) -> String { ValueSchema.Rules.compact(.text(text)) }
}
