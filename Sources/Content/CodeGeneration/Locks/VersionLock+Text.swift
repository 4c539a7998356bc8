// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Sites

extension VersionLock {
  /// The file of the lock.
  package func text(edition: String) -> String {
    """
    // What version \(version.text) of \(app) decodes, written by `portico generate --lock \(version.text)`.
    // While the version is in use, content that it could not decode is not published.
    {
      app: \(TypeNotation.quoted(app)),
      version: \(TypeNotation.quoted(version.text)),
      edition: "\(edition)",
      config: \(TypeNotation.quoted(config)),
    \(text)}

    """
  }

  /// The members of all datatypes and types of records, in the order of the names.
  var text: String {
    func text(_ name: String, _ types: [String: [ContentMember]]) -> String {
      "  \(name): {\n"
        + types.sorted { $0.key < $1.key }
        .map { "    \(TypeNotation.key($0)): \(TypeNotation.text(.object($1), "    ")),\n" }
        .joined() + "  },\n"
    }
    return text("datatypes", datatypes) + (records.isEmpty ? "" : text("records", records))
  }
}

extension [ContentMember] {
  /// Reads the members of a dictionary; `nil` for a wrong one, which is noted.
  init?(written value: DataValue, in file: String, _ findings: inout Findings) {
    guard case .dictionary(let dictionary) = value.content else {
      let message = "the members are \(value.kindName); expected a dictionary"
      findings.error(.wrongKind, at: FilePlace(file, value.position), message)
      return nil
    }
    self = []
    for member in dictionary.members {
      guard let type = ContentType(written: member.value, in: file, &findings) else { return nil }
      let isOptional = member.key.hasSuffix("?")
      let name = isOptional ? String(member.key.dropLast()) : member.key
      append(ContentMember(name, type, isOptional: isOptional))
    }
  }
}

extension ContentType {
  private static let names: [(String, ContentType)] = [
    ("any", .any), ("boolean", .boolean), ("integer", .integer), ("number", .number),
    ("text", .text), ("link", .link), ("content", .content),
  ]

  fileprivate init?(written value: DataValue, in file: String, _ findings: inout Findings) {
    switch value.content {
    case .string(let name):
      guard let known = ContentType.names.first(where: { $0.0 == name }) else {
        findings.error(
          .badValue,
          at: FilePlace(file, value.position),
          "\"\(name)\" is no type; expected \(ContentType.names.map(\.0).joined(separator: ", "))",
          suggestion: Suggestion.nearest(to: name, among: ContentType.names.map(\.0))
        )
        return nil
      }
      self = known.1
    case .array(let elements) where elements.count == 1:
      guard let element = ContentType(written: elements[0], in: file, &findings) else { return nil }
      self = .list(element)
    default:
      guard let members = [ContentMember](written: value, in: file, &findings) else { return nil }
      self = .object(members)
    }
  }
}
