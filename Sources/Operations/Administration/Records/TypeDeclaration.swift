// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import DataFiles
import FileShapes
import ResourceModel

/// The declaration of a type as a text that operators read and change.
struct TypeDeclaration {
  /// The largest text that is read.
  static let mostBytes = 131_072

  /// The declaration as JSON.
  let value: DataValue
  let name: String

  init(of type: ResourceType) {
    name = type.name
    let whole = ResourceType.shape.write(type) ?? .null
    let attribute = Attribute.shape.write(Attribute("")) ?? .null
    let rule = AccessRule.shape.write(AccessRule()) ?? .null
    var members = whole.dictionary ?? DataDictionary()
    if let attributes = members["attributes"]?.dictionary {
      let short = attributes.members.map { member in
        (member.key, member.value.but(attribute, keeping: ["type"]))
      }
      members = members.setting("attributes", .members(short))
    }
    if let rules = members["rules"]?.elements {
      let short = rules.map { $0.but(rule, keeping: ["role", "may"]) }
      members = members.setting("rules", .list(short))
    }
    value = DataValue(.dictionary(members))
  }

  /// Reads JSON or JSON5.
  ///
  /// - Parameter known: the type that it has to be for; `nil` for a new one.
  init(reading text: String, of known: String?) throws(PlainError) {
    guard text.utf8.count <= TypeDeclaration.mostBytes else {
      throw PlainError(
        "the declaration has \(text.utf8.count) bytes; expected at most "
          + "\(TypeDeclaration.mostBytes)"
      )
    }
    let read: DataValue
    do throws(DataFileError) {
      read = try DataValue(reading: text.utf8Span.span, as: .json5, rules: .documents)
    } catch {
      let message = "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)"
      throw TypeDeclaration.fault(message, at: error.position, in: text)
    }
    var findings = Findings()
    let type = ResourceType.shape.value(of: read, .thing("the declaration"), in: "", &findings)
    if let first = findings.sorted.first, findings.hasErrors {
      let others = findings.errorCount - 1
      let hint = first.suggestion.map { "; did you mean \($0)?" } ?? ""
      let more = others > 0 ? "; \(Counted.text(others, "more error")) behind it" : ""
      throw TypeDeclaration.fault(first.message + hint + more, at: first.place.position, in: text)
    }
    guard let name = type?.name, !name.isEmpty, known == nil || name == known else {
      throw TypeDeclaration.fault(
        "the name is \(type?.name ?? "missing"); expected "
          + (known.map { "\($0), since a type keeps its name" } ?? "one such as notes"),
        at: read["name"]?.position ?? read.position,
        in: text
      )
    }
    value = read
    self.name = name
  }

  /// Points at a place of the text.
  private static func fault(
    _ message: String,
    at position: SourcePosition,
    in text: String
  ) -> PlainError {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let place = "line \(position.line), column \(position.column)"
    guard lines.indices.contains(position.line - 1) else {
      return PlainError("\(place): \(message)")
    }
    let line = lines[position.line - 1].prefix(200)
    let before = line.prefix(max(0, position.column - 1)).map { $0 == "\t" ? "\t" : " " }.joined()
    return PlainError("\(place): \(message)\n\(line)\n\(before)^")
  }

  /// The declaration in lines: a value that fits into one stands in one.
  var lines: [String] { TypeDeclaration.lines(of: value, behind: "", indent: "") }

  private static let width = 88

  private static func lines(of value: DataValue, behind start: String, indent: String) -> [String] {
    let short = start + spaced(value)
    guard (indent + short).utf8.count > width || indent.isEmpty else { return [indent + short] }
    let deeper = indent + "  "
    let (parts, signs): ([(String, DataValue)], (String, String))
    switch value.content {
    case .array(let elements): (parts, signs) = (elements.map { ("", $0) }, ("[", "]"))
    case .dictionary(let dictionary):
      parts = dictionary.members.map { (spaced(.text($0.key)) + ": ", $0.value) }
      signs = ("{", "}")
    default: return [indent + short]
    }
    var all = [indent + start + signs.0]
    for (number, part) in parts.enumerated() {
      all += lines(of: part.1, behind: part.0, indent: deeper)
      if number < parts.count - 1 { all[all.count - 1] += "," }
    }
    return all + [indent + signs.1]
  }

  /// A value in one line, with spaces between its parts.
  private static func spaced(_ value: DataValue) -> String {
    switch value.content {
    case .array(let elements): "[" + elements.map(spaced).joined(separator: ", ") + "]"
    case .dictionary(let dictionary):
      dictionary.members.isEmpty
        ? "{}"
        : "{ "
          + dictionary.members.map { "\(spaced(.text($0.key))): \(spaced($0.value))" }
          .joined(separator: ", ") + " }"
    default: String(decoding: value.json, as: UTF8.self)
    }
  }
}

extension DataValue {
  /// The members that differ from those of a standard, which need not be written.
  fileprivate func but(_ standard: DataValue, keeping names: Set<String>) -> DataValue {
    guard let dictionary else { return self }
    let others = dictionary.members.filter { member in
      names.contains(member.key)
        || standard[member.key].map { !member.value.isSameJSON(as: $0) } ?? true
    }
    return .members(others.map { ($0.key, $0.value) })
  }
}
