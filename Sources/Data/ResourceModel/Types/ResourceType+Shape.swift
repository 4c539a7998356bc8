// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import FileShapes
import Patterns

// A type is declared by a JSON object, at the API as in files. One description of its keys gives the
// reader, the writer and the JSON Schema of declarations.

extension ResourceType {
  package static let shape = Shape.object(ResourceType("", prefix: "")) {
    Member("name", \.name, .text(name), isRequired: true, "Name of the type, as URLs have it.")
    Member("prefix", \.prefix, .text(prefix), isRequired: true, "Prefix of its records' ids.")
    Member(
      "class",
      \.classVersion,
      .integer(1...1_000_000),
      "Version of the declaration that clients are built for; new records have it as \"_class\"."
    )
    Member("strict", \.isStrict, .flag, "Whether attributes that are not declared are refused.")
    Member(
      "capabilities",
      \.capabilities,
      Shape.choice.list(),
      "Operations that the type allows; all of them, unless given."
    )
    Member(
      "attributes",
      \.attributes,
      Attribute.shape.dictionary(of: "the attribute", keys: attributeName, atMost: 200)
        .keyed(by: \.name),
      "Attributes of its records by their names."
    )
    Member(
      "unique",
      \.uniqueGroups,
      Shape.text.list(atLeast: 2, atMost: 5).list(atMost: 20),
      "Attributes whose values together no two records may have.",
      examples: [[["shop", "name"]]]
    )
    Member(
      "rules",
      \.rules,
      AccessRule.shape.list(atMost: 100),
      "The rights of roles to its records; without rules, the mount alone decides."
    )
    Member(
      "before",
      \.before,
      BeforeHook.shape,
      "The webhook that is asked before its records are written; none, unless given.",
      examples: [["url": "https://hooks.example.com/orders", "on": ["insert"]]]
    )
  }
  .adjusted { type, value, _, context in
    checkGroups(type, value, &context)
    checkRules(&type, value, &context)
  }

  private static let name = TextForm<String>(
    "name of a type",
    expected: "1 to 40 letters, digits and _, a small letter first",
    pattern: "^[a-z][A-Za-z0-9_]{0,39}$",
    accepts: { isName($0, atMost: 40) }
  )

  fileprivate static let attributeName = TextForm<String>(
    "name of an attribute",
    expected: "1 to 64 letters, digits and _, a small letter first; not uuid",
    pattern: "^(?!uuid$)[a-z][A-Za-z0-9_]{0,63}$",
    accepts: { $0 != "uuid" && isName($0, atMost: 64) }
  )

  private static let prefix = TextForm<String>(
    "prefix of ids",
    expected: "1 to 20 small letters",
    pattern: "^[a-z]{1,20}$",
    accepts: ResourceID.isPrefix
  )

  private static func isName(_ text: String, atMost most: Int) -> Bool {
    guard (1...most).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return (0x61...0x7A).contains(first)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
      }
  }
}

extension Attribute {
  package static let shape = Shape.object(Attribute("")) {
    Member("type", \.kind, .choice, isRequired: true, "Type of the value.")
    Member("of", \.element, .choice, "Type of a list's elements.")
    Member("values", \.values, Shape.text.list(atMost: 1_000), "Values that an enum may have.")
    Member(
      "renamed",
      \.renamedValues,
      renamedValues,
      "Values of an enum that were renamed: the present ones by those before.",
      examples: [["crimson": "red"]]
    )
    Member(
      "was",
      \.formerNames,
      Shape.text(ResourceType.attributeName).list(atMost: 20),
      "Names that the attribute had before, whose values it takes.",
      examples: [["colour"]]
    )
    Member("to", \.target, .text, "Type of the records that a reference leads to.")
    Member(
      "onDelete",
      \.onDelete,
      .choice,
      "The effect of the deletion of a record on those that refer to it."
    )
    Member("required", \.isRequired, .flag, "Whether every record has a value.")
    Member("default", \.standard, .anything, "Value of records that are created without one.")
    Member("minimum", \.minimum, .number(-1e15...1e15), "Least number, or length of a text.")
    Member("maximum", \.maximum, .number(-1e15...1e15), "Greatest number, or length of a text.")
    Member("maximumCount", \.most, .integer(1...10_000), "Most elements of a list.")
    Member(
      "pattern",
      \.pattern,
      Shape.text.checked { pattern, value, subject, context in
        do throws(TextFault) {
          _ = try IRegexp(pattern)
          return true
        } catch {
          context.badValue(value, "\(subject) is no regular expression of RFC 9485: \(error)")
          return false
        }
      },
      "Regular expression of RFC 9485 that texts match as a whole."
    )
    Member("unique", \.isUnique, .flag, "Whether no two records may have the same value.")
    Member("indexed", \.isIndexed, .flag, "Whether filters and orders are answered by an index.")
    Member("searched", \.isSearched, .flag, "Whether the full text search finds its words.")
    Member("heavy", \.isHeavy, .flag, "Whether only the heavy view shows it.")
  }.checked { attribute, value, subject, context in
    guard let fault = attribute.fault else { return true }
    context.badValue(value, "\(subject) \(fault)")
    return false
  }

  private static let renamedValues = Shape.text.dictionary(of: "the value", atMost: 1_000)
    .converted(
      to: { entries in
        Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
      },
      from: { values in
        values.sorted { $0.key < $1.key }.map { value in
          Entry(written: value.key, value.value)
        }
      }
    )

  /// The contradiction in the declaration, behind the attribute's name; `nil` if there is none.
  private var fault: String? {
    if isList != (element != nil) {
      return isList
        ? "is a list; expected \"of\" with the type of its elements"
        : "has \"of\", but is no list"
    }
    if element == .list || element == .binary {
      return "is a list of \(valueKind.rawValue); expected elements of another type"
    }
    if kind == .binary, isRequired || standard != nil {
      return
        "is a file, which is uploaded once there is a record; expected neither \"required\" nor "
        + "\"default\""
    }
    if (valueKind == .enum) == values.isEmpty {
      return values.isEmpty ? "is an enum without \"values\"" : "has \"values\", but is no enum"
    }
    if !renamedValues.isEmpty, valueKind != .enum { return "has \"renamed\", but is no enum" }
    if let name = renamedValues.keys.sorted().first(where: values.contains) {
      return "renames \"\(name)\", which is among its values; expected one that is not"
    }
    if let name = renamedValues.values.sorted().first(where: { !values.contains($0) }) {
      return "renames a value to \"\(name)\"; expected one of its values"
    }
    if (valueKind == .reference) != (target != nil) {
      return target == nil
        ? "is a reference; expected \"to\" with the name of a type"
        : "has \"to\", but is no reference"
    }
    if hasIndex, !kind.isScalar {
      return "is \(kind.rawValue), which no index serves; expected neither indexed nor unique"
    }
    if isSearched, valueKind != .text { return "is searched, but is no text" }
    if pattern != nil, valueKind != .text { return "has a pattern, but is no text" }
    if minimum != nil || maximum != nil, ![.text, .number, .integer].contains(valueKind) {
      return "has a range, but is neither number nor text"
    }
    if let minimum, let maximum, minimum > maximum {
      return "has a minimum of \(minimum) above its maximum of \(maximum)"
    }
    return nil
  }
}
