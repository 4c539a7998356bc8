// SPDX-License-Identifier: Apache-2.0

/// Writes models in Kotlin, which read the values of `kotlinx.serialization.json`.
struct KotlinCode {
  private let types: AppTypes
  private let name: String
  private var lines = CodeLines()
  private let datatypes: [String: String]
  private let records: [String: String]

  private static let support: Set = [
    "Address", "Boolean", "Companion", "Content", "Double", "Exception", "JsonArray",
    "JsonElement", "JsonNull", "JsonObject", "JsonPrimitive", "JvmInline", "List", "Long",
    "Members", "Mismatch", "RecordID", "String", "Unknown",
  ]
  private static let keywords: Set = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  init(_ types: AppTypes, _ name: String) {
    self.types = types
    self.name = name
    var identifiers = Identifiers(reserved: KotlinCode.support)
    (datatypes, records) = identifiers.types(of: types)
  }

  var text: String {
    var code = self
    code.write()
    return code.lines.text
  }

  private mutating func write() {
    let cases = types.datatypes.map { type in
      "      \(KotlinCode.quoted(type.name)) -> \(datatypes[type.name] ?? "").from(json)\n"
    }
    lines.add(
      "",
      """
      \(types.header(.kotlin))

      package \(name.lowercased())

      import kotlinx.serialization.json.*

      /** The address of the document that apps begin with. */
      val config = Address(\(KotlinCode.quoted(types.configURL)))

      /** A document, or a dictionary in one, by its `datatype`. */
      sealed interface Content {
        val json: JsonElement

        /** A datatype that this version of the app does not know. */
        data class Unknown(val datatype: String, override val json: JsonElement) : Content

        companion object {
          fun from(json: JsonElement): Content = when (val datatype = Members(json).need("datatype", ::asText)) {
      \(cases.joined())      else -> Unknown(datatype, json)
          }
        }
      }

      """
    )
    for type in types.datatypes {
      let note = type.note ?? "The datatype `\(type.name)`."
      write(type.members, datatypes[type.name] ?? "", note, datatype: type.name, "")
      lines.add("", "")
    }
    for type in types.records {
      let note = type.note ?? "A record of the type `\(type.name)`."
      write(type.members, records[type.name] ?? "", note, datatype: nil, "")
      lines.add("", "")
    }
    lines.add("", KotlinCode.reading)
  }

  private mutating func write(
    _ members: [ContentMember],
    _ identifier: String,
    _ note: String?,
    datatype: String?,
    _ indent: String
  ) {
    var names = Identifiers(reserved: ["json"])
    var inner = Identifiers(reserved: KotlinCode.support.union([identifier]))
    let fields = members.map { member in
      (
        member: member, name: KotlinCode.escaped(names.member(member.name)),
        inner: member.type.named.map { _ in inner.type(member.name) }
      )
    }
    if let note { lines.add(indent, "/** \(note) */") }
    // A data class has at least one member.
    let begin = datatype == nil ? " {" : " : Content {"
    lines.add(indent, fields.isEmpty ? "class \(identifier)\(begin)" : "data class \(identifier)(")
    for field in fields {
      if let text = field.member.documentation { lines.add(indent, "  /** \(text) */") }
      let type = type(field.member.type, field.inner)
      let optional = field.member.isOptional ? "? = null" : ""
      lines.add(indent, "  val \(field.name): \(type)\(optional),")
    }
    if !fields.isEmpty { lines.add(indent, ")" + begin) }
    let reads = fields.map { field in
      let need = field.member.isOptional ? "find" : "need"
      let read = reader(field.member.type, field.inner)
      return
        "        \(field.name) = members.\(need)(\(KotlinCode.quoted(field.member.name)), \(read)),\n"
    }
    let writes = fields.map { field in
      let name = "put(\(KotlinCode.quoted(field.member.name)), "
      guard field.member.isOptional else {
        return "    \(name)\(written(field.member.type, field.name)))\n"
      }
      return "    \(field.name)?.let { \(name)\(written(field.member.type, "it"))) }\n"
    }
    let kind = datatype.map { "    put(\"datatype\", \(KotlinCode.quoted($0)))\n" } ?? ""
    lines.add(
      indent,
      """
        \(datatype == nil ? "" : "override ")val json: JsonElement get() = buildJsonObject {
      \(kind)\(writes.joined())  }

        companion object {
          fun from(json: JsonElement): \(identifier) {
            val members = Members(json)
            return \(identifier)(
      \(reads.joined())      )
          }
        }
      """
    )
    for field in fields {
      guard let identifier = field.inner else { continue }
      lines.add("", "")
      switch field.member.type.named {
      case .object(let members): write(members, identifier, nil, datatype: nil, indent + "  ")
      case .choice(let values): write(values, identifier, indent + "  ")
      default: break
      }
    }
    lines.add(indent, "}")
  }

  private mutating func write(_ values: [String], _ identifier: String, _ indent: String) {
    var names = Identifiers(reserved: ["Unknown"])
    let cases = values.map { ($0, names.type($0)) }
    lines.add(
      indent,
      """
      sealed interface \(identifier) {
        val text: String

      \(cases.map { "  data object \($1) : \(identifier) { override val text = \(KotlinCode.quoted($0)) }\n" }.joined())
        /** A text that this version of the app does not know. */
        data class Unknown(override val text: String) : \(identifier)

        companion object {
          fun from(json: JsonElement): \(identifier) = when (val value = asText(json)) {
      \(cases.map { "      \(KotlinCode.quoted($0)) -> \($1)\n" }.joined())      else -> Unknown(value)
          }
        }
      }
      """
    )
  }

  private func type(_ type: ContentType, _ inner: String?) -> String {
    switch type {
    case .nothing, .any: "JsonElement"
    case .boolean: "Boolean"
    case .integer: "Long"
    case .number: "Double"
    case .text: "String"
    case .link: "Address"
    case .reference(let target): records[target].map { "RecordID<\($0)>" } ?? "String"
    case .content: "Content"
    case .list(let element): "List<\(self.type(element, inner))>"
    case .choice, .object: inner ?? "JsonElement"
    }
  }

  /// The function that reads a value.
  private func reader(_ type: ContentType, _ inner: String?) -> String {
    switch type {
    case .nothing, .any: "::asAny"
    case .boolean: "::asBoolean"
    case .integer: "::asInteger"
    case .number: "::asNumber"
    case .text: "::asText"
    case .link: "::asAddress"
    case .reference(let target): records[target] == nil ? "::asText" : "::asRecordID"
    case .content: "Content.Companion::from"
    case .list(let element): "asList(\(reader(element, inner)))"
    case .choice, .object: inner.map { "\($0).Companion::from" } ?? "::asAny"
    }
  }

  /// The expression of JSON for one of a value.
  private func written(_ type: ContentType, _ name: String) -> String {
    switch type {
    case .nothing, .any: name
    case .boolean, .integer, .number, .text: "JsonPrimitive(\(name))"
    case .link: "JsonPrimitive(\(name).url)"
    case .reference(let target):
      records[target] == nil ? "JsonPrimitive(\(name))" : "JsonPrimitive(\(name).text)"
    case .content, .object: "\(name).json"
    case .choice: "JsonPrimitive(\(name).text)"
    case .list(let element): "JsonArray(\(name).map { value -> \(written(element, "value")) })"
    }
  }

  private static func quoted(_ text: String) -> String {
    TypeNotation.quoted(text).replacing("$", with: "\\$")
  }

  private static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let reading = """
    /** An address in an answer, which an app opens as it is and never builds. */
    @JvmInline
    value class Address(val url: String)

    /** The id of a record of a type. */
    @JvmInline
    value class RecordID<T>(val text: String)

    /** A value that is not as this version of the app expects it. */
    class Mismatch(val path: String, val expected: String) : Exception("$path is not $expected")

    /** The members of an object; those that this version of the app does not know are left out. */
    private class Members(json: JsonElement) {
      private val values = json as? JsonObject ?: throw Mismatch("", "an object")

      fun <T> need(name: String, read: (JsonElement) -> T): T =
        decoded(name, values[name] ?: throw Mismatch(name, "a value"), read)

      fun <T> find(name: String, read: (JsonElement) -> T): T? =
        values[name]?.takeUnless { it is JsonNull }?.let { decoded(name, it, read) }

      private fun <T> decoded(name: String, value: JsonElement, read: (JsonElement) -> T): T = try {
        read(value)
      } catch (error: Mismatch) {
        throw Mismatch(if (error.path.isEmpty()) name else "$name.${error.path}", error.expected)
      }
    }

    private fun asAny(json: JsonElement): JsonElement = json

    private fun asText(json: JsonElement): String =
      (json as? JsonPrimitive)?.takeIf { it.isString }?.content ?: throw Mismatch("", "a text")

    private fun asBoolean(json: JsonElement): Boolean =
      (json as? JsonPrimitive)?.takeUnless { it.isString }?.booleanOrNull ?: throw Mismatch("", "true or false")

    private fun asInteger(json: JsonElement): Long =
      (json as? JsonPrimitive)?.takeUnless { it.isString }?.longOrNull ?: throw Mismatch("", "an integer")

    private fun asNumber(json: JsonElement): Double =
      (json as? JsonPrimitive)?.takeUnless { it.isString }?.doubleOrNull ?: throw Mismatch("", "a number")

    private fun asAddress(json: JsonElement): Address = Address(asText(json))

    private fun <T> asRecordID(json: JsonElement): RecordID<T> = RecordID(asText(json))

    private fun <T> asList(read: (JsonElement) -> T): (JsonElement) -> List<T> = { json ->
      (json as? JsonArray ?: throw Mismatch("", "a list")).map(read)
    }
    """
}
