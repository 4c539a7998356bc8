// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Plans

extension ValueSchema {
  /// Notes everything in which a value is not as the schema says.
  func check(_ value: DataValue, in file: String, _ findings: inout Findings) {
    guard case .rules(let rules) = self else { return }
    // The value of a hole is known only when the plan fills it.
    if case .dictionary(let dictionary) = value.content, TemplateKeys.startsHole(dictionary) {
      return
    }
    rules.check(value, in: file, &findings)
  }
}

extension ValueSchema.Rules {
  fileprivate func check(_ value: DataValue, in file: String, _ findings: inout Findings) {
    func refuse(_ message: String) {
      findings.error(.schema, at: FilePlace(file, value.position), message)
    }
    let found = ValueSchema.Rules.kinds(of: value)
    if !kinds.isEmpty, !kinds.contains(where: found.contains) {
      refuse(
        "found \(value.kindName), expected \(kinds.map(\.rawValue).joined(separator: " or "))"
      )
      return
    }
    if found.contains(.string), !ValueSchema.Rules.isPlain(value) { return }
    if !allowed.isEmpty, !allowed.contains(ValueSchema.Rules.compact(value)) {
      refuse(
        "found \(ValueSchema.Rules.compact(value)), expected \(allowed.joined(separator: " or "))"
      )
    }
    switch value.content {
    case .integer(let integer): checkBounds(Double(integer), refuse)
    case .decimal(let decimal): checkBounds(decimal.value, refuse)
    case .string(let text):
      checkCount(text.unicodeScalars.count, "characters", textCounts, refuse)
    case .array(let array):
      checkCount(array.count, "elements", elementCounts, refuse)
      if let elements {
        for element in array { elements.check(element, in: file, &findings) }
      }
    case .dictionary(let dictionary):
      check(dictionary, at: value.position, in: file, &findings)
    default: break
    }
  }

  private func check(
    _ dictionary: DataDictionary,
    at position: SourcePosition,
    in file: String,
    _ findings: inout Findings
  ) {
    for name in required where dictionary[name] == nil {
      findings.error(
        .schema,
        at: FilePlace(file, position),
        "\"\(name)\" is missing, which the schema requires"
      )
    }
    for member in dictionary.members {
      switch members[member.key].map({ .like($0) }) ?? others {
      case .like(let schema): schema.check(member.value, in: file, &findings)
      case .refused:
        findings.error(
          .schema,
          at: FilePlace(file, member.keyPosition),
          "the schema has no \"\(member.key)\"",
          suggestion: Suggestion.nearest(to: member.key, among: members.keys.sorted())
        )
      case nil: break
      }
    }
  }

  private func checkBounds(_ number: Double, _ refuse: (String) -> Void) {
    if let minimum, number < minimum { refuse("found \(number), expected at least \(minimum)") }
    if let maximum, number > maximum { refuse("found \(number), expected at most \(maximum)") }
  }

  private func checkCount(
    _ count: Int,
    _ what: String,
    _ counts: Counts,
    _ refuse: (String) -> Void
  ) {
    if let least = counts.least, count < least {
      refuse("found \(count) \(what), expected at least \(least)")
    }
    if let most = counts.most, count > most {
      refuse("found \(count) \(what), expected at most \(most)")
    }
  }

  private static func kinds(of value: DataValue) -> [Kind] {
    switch value.content {
    case .null: [.null]
    case .bool: [.boolean]
    case .integer: [.integer, .number]
    case .decimal: [.number]
    case .string, .date, .data: [.string]
    case .array: [.array]
    case .dictionary: isPlain(value) ? [.object] : [.string, .object]
    }
  }

  /// Whether the value is what it will be, and not a text or a link that a compile puts in its place.
  private static func isPlain(_ value: DataValue) -> Bool {
    value["$t"] == nil && value["$ref"] == nil
  }
}
