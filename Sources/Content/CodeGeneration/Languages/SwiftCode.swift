// SPDX-License-Identifier: Apache-2.0

/// Writes models in Swift, which read the values of `PorticoClient`.
struct SwiftCode {
  private let types: AppTypes
  private let name: String
  private var lines = CodeLines()
  /// The identifiers of datatypes and types of records, by their names.
  private let datatypes: [String: String]
  private let records: [String: String]

  private static let support: Set = [
    "Address", "Bool", "Content", "Double", "Int64", "JSONValue", "Mismatch", "Model", "Record",
    "RecordID", "Self", "Set", "String", "Type",
  ]
  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while",
  ]

  init(_ types: AppTypes, _ name: String) {
    self.types = types
    self.name = name
    var identifiers = Identifiers(reserved: SwiftCode.support.union([name]))
    (datatypes, records) = identifiers.types(of: types)
  }

  var text: String {
    var code = self
    code.write()
    return code.lines.text
  }

  private mutating func write() {
    lines.add(
      "",
      """
      \(types.header(.swift))

      import PorticoClient

      /// The content of \(types.site).
      public enum \(name) {
        /// The address of the document that apps begin with.
        public static let config = Address(\(TypeNotation.quoted(types.configURL)))

      """
    )
    writeContent()
    for type in types.datatypes {
      write(type, datatypes[type.name] ?? "", kind: "datatype", conformance: "Model")
    }
    for type in types.records {
      write(type, records[type.name] ?? "", kind: "type", conformance: "Record")
    }
    lines.add("  ", SwiftCode.models)
    lines.add("", "}\n")
    lines.add("", SwiftCode.reading(name))
    if !types.records.isEmpty { lines.add("", SwiftCode.relations(name)) }
  }

  private mutating func writeContent() {
    var identifiers = Identifiers(reserved: ["unknown", "self", "jsonValue", "init"])
    let cases = types.datatypes.map { type in
      (
        name: type.name, type: datatypes[type.name] ?? "",
        identifier: SwiftCode.escaped(identifiers.member(type.name))
      )
    }
    func each(_ line: ((name: String, type: String, identifier: String)) -> String) -> String {
      cases.map { line($0) + "\n" }.joined()
    }
    lines.add(
      "  ",
      """
      /// A document, or a dictionary in one, by its `datatype`.
      public indirect enum Content: Model, Member {
      \(each { "  case \($0.identifier)(\($0.type))" })\
        /// A datatype that this version of the app does not know.
        case unknown(datatype: String, JSONValue)

        public init(jsonValue: JSONValue) throws(Mismatch) {
          guard let datatype = jsonValue["datatype"]?.string else {
            throw Mismatch(jsonValue["datatype"], "a text").inside("datatype")
          }
          switch datatype {
      \(each { "    case \(TypeNotation.quoted($0.name)): self = .\($0.identifier)(try \($0.type)(jsonValue: jsonValue))" })\
          default: self = .unknown(datatype: datatype, jsonValue)
          }
        }

        public var jsonValue: JSONValue {
          switch self {
      \(each { "    case .\($0.identifier)(let content): content.jsonValue" })\
          case .unknown(_, let jsonValue): jsonValue
          }
        }
      }

      """
    )
  }

  private mutating func write(
    _ type: AppTypes.Object,
    _ identifier: String,
    kind: String,
    conformance: String
  ) {
    lines.add("  ", "/// \(type.note ?? "The \(kind) `\(type.name)`.")")
    let constant =
      "public static let \(kind) = \(TypeNotation.quoted(type.name))\n"
      + (kind == "type"
        ? "/// The names of the members that requests may ask for.\n"
          + "public static let fields: Set<String> = [\n"
          + type.members.map { "  \(TypeNotation.quoted($0.name)),\n" }.joined() + "]\n" : "")
    write(
      type.members,
      identifier,
      conformance,
      constant: constant,
      wire: kind == "datatype" ? "[\"datatype\": \(TypeNotation.quoted(type.name))]" : "[:]",
      "  "
    )
    lines.add("", "")
  }

  private mutating func write(
    _ members: [ContentMember],
    _ identifier: String,
    _ conformance: String,
    constant: String = "",
    wire: String = "[:]",
    _ indent: String
  ) {
    var names = Identifiers(reserved: ["jsonValue", "members", "self", "init", "Type"])
    var inner = Identifiers(reserved: SwiftCode.support.union([identifier, "Member", "Members"]))
    let fields = members.map { member in
      (
        member: member, name: SwiftCode.escaped(names.member(member.name)),
        inner: member.type.named.map { _ in inner.type(member.name) }
      )
    }
    func type(_ field: (member: ContentMember, name: String, inner: String?)) -> String {
      self.type(field.member.type, field.inner) + (field.member.isOptional ? "?" : "")
    }
    lines.add(indent, "public struct \(identifier): \(conformance), Member {")
    let indent2 = indent + "  "
    if !constant.isEmpty { lines.add(indent2, constant) }
    for field in fields {
      if let text = field.member.documentation { lines.add(indent2, "/// \(text)") }
      lines.add(indent2, "public var \(field.name): \(type(field))")
    }
    let parameters = fields.map { field in
      "\n  \(field.name): \(type(field))\(field.member.isOptional ? " = nil" : "")"
    }
    let isEmpty = fields.isEmpty
    lines.add(
      indent2,
      """

      public init(\(parameters.joined(separator: ","))\(isEmpty ? "" : "\n")) {
      \(fields.map { "  self.\($0.name) = \($0.name)\n" }.joined())}

      public init(jsonValue: JSONValue) throws(Mismatch) {
        \(isEmpty ? "_" : "let members") = try Members(jsonValue)
      \(fields.map { "  \($0.name) = try members.\($0.member.isOptional ? "find" : "need")(\(TypeNotation.quoted($0.member.name)))\n" }.joined())}

      public var jsonValue: JSONValue {
        \(isEmpty ? "let" : "var") members: [String: JSONValue] = \(wire)
      \(fields.map { "  members[\(TypeNotation.quoted($0.member.name))] = \($0.name)\($0.member.isOptional ? "?" : "").jsonValue\n" }.joined())  return .object(members)
      }
      """
    )
    for field in fields {
      guard let identifier = field.inner else { continue }
      lines.add("", "")
      switch field.member.type.named {
      case .object(let members): write(members, identifier, "Model", indent2)
      case .choice(let values): write(values, identifier, indent2)
      default: break
      }
    }
    lines.add(indent, "}")
  }

  private mutating func write(_ values: [String], _ identifier: String, _ indent: String) {
    var names = Identifiers(reserved: ["unknown", "text", "self", "init", "jsonValue"])
    let cases = values.map { ($0, SwiftCode.escaped(names.member($0))) }
    lines.add(
      indent,
      """
      public enum \(identifier): Sendable, Hashable, Member {
      \(cases.map { "  case \($1)\n" }.joined())\
        /// A text that this version of the app does not know.
        case unknown(String)

        public init(_ text: String) {
          switch text {
      \(cases.map { "    case \(TypeNotation.quoted($0)): self = .\($1)\n" }.joined())\
          default: self = .unknown(text)
          }
        }

        public var text: String {
          switch self {
      \(cases.map { "    case .\($1): \(TypeNotation.quoted($0))\n" }.joined())\
          case .unknown(let text): text
          }
        }

        init(jsonValue: JSONValue) throws(Mismatch) { self.init(try String(jsonValue: jsonValue)) }

        var jsonValue: JSONValue { .string(text) }
      }
      """
    )
  }

  private func type(_ type: ContentType, _ inner: String?) -> String {
    switch type {
    case .nothing, .any: "JSONValue"
    case .boolean: "Bool"
    case .integer: "Int64"
    case .number: "Double"
    case .text: "String"
    case .link: "Address"
    case .reference(let target): records[target].map { "RecordID<\($0)>" } ?? "String"
    case .content: "Content"
    case .list(let element): "[\(self.type(element, inner))]"
    case .choice, .object: inner ?? "JSONValue"
    }
  }

  private static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }
}
