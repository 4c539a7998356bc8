// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

/// Reads a schema and notes every keyword that is not supported.
enum SchemaReader {
  /// Schemas within schemas.
  private static let maximumDepth = 32
  /// Of elements and characters.
  static let counts = 0...Int(Int32.max)
  static let remarks = [
    "$schema", "$id", "$comment", "title", "description", "examples", "default",
  ]

  static func schema(
    _ value: DataValue,
    in file: String,
    _ findings: inout Findings,
    depth: Int = 0
  ) -> Schema {
    if case .bool(true) = value.content { return .any }
    guard depth < maximumDepth,
      var members = MemberReader(value, of: "a schema", in: file, &findings)
    else { return .any }
    var rules = SchemaRules()
    for remark in remarks { _ = members.value(remark) }
    rules.kinds = kinds(&members, &findings)
    if let values = members.array("enum", &findings) { rules.allowed = values.map(compact) }
    if let value = members.value("const") { rules.allowed = [compact(value)] }
    readMembers(&members, &rules, &findings, depth)
    if let items = members.value("items") {
      rules.elements = schema(items, in: file, &findings, depth: depth + 1)
    }
    let numbers = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    rules.minimum = members.number("minimum", in: numbers, &findings)
    rules.maximum = members.number("maximum", in: numbers, &findings)
    rules.elementCounts = counts("minItems", "maxItems", &members, &findings)
    rules.characterCounts = counts("minLength", "maxLength", &members, &findings)
    members.refuseOthers(&findings)
    return .rules(rules)
  }

  private static func kinds(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> [SchemaRules.Kind] {
    (members.strings("type", &findings) ?? []).compactMap { name in
      if let kind = SchemaRules.Kind(rawValue: name.name) { return kind }
      findings.error(
        .unknownName,
        at: name.place,
        "\"\(name.name)\" is no type of a schema",
        suggestion: Suggestion.nearest(
          to: name.name,
          among: SchemaRules.Kind.allCases.map(\.rawValue)
        )
      )
      return nil
    }
  }

  private static func counts(
    _ least: String,
    _ most: String,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> ClosedRange<Int> {
    let minimum = members.integer(least, in: counts, &findings) ?? counts.lowerBound
    let maximum = members.integer(most, in: counts, &findings) ?? counts.upperBound
    guard minimum <= maximum else {
      findings.error(
        .badValue,
        at: members.place,
        "\"\(least)\" \(minimum) is above \"\(most)\" \(maximum): nothing could be right"
      )
      return counts
    }
    return minimum...maximum
  }

  private static func readMembers(
    _ members: inout MemberReader,
    _ rules: inout SchemaRules,
    _ findings: inout Findings,
    _ depth: Int
  ) {
    if let properties = members.reader("properties", of: "properties", &findings) {
      for member in properties.members {
        rules.members[member.key] = schema(
          member.value,
          in: members.file,
          &findings,
          depth: depth + 1
        )
      }
    }
    rules.required = (members.strings("required", &findings) ?? []).map(\.name)
    guard let others = members.value("additionalProperties") else { return }
    if case .bool(let allowed) = others.content {
      rules.isClosed = !allowed
    } else {
      rules.others = schema(others, in: members.file, &findings, depth: depth + 1)
    }
  }

  static func compact(_ value: DataValue) -> String {
    var bytes: [UInt8] = []
    try? JSONWriter().write(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
