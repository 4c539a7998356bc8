// SPDX-License-Identifier: Apache-2.0

import Plans

extension ContentType {
  /// The type of values that a schema allows.
  init(_ schema: ValueSchema?) {
    guard case .rules(let rules)? = schema else {
      self = .any
      return
    }
    let texts = rules.allowed.filter { $0 != "null" }.compactMap(ContentType.text)
    if !texts.isEmpty, texts.count == rules.allowed.count(where: { $0 != "null" }) {
      self = .choice(texts)
      return
    }
    let kinds = Set(rules.kinds).subtracting([.null])
    switch kinds {
    case [.boolean]: self = .boolean
    case [.integer]: self = .integer
    case [.number], [.integer, .number]: self = .number
    case [.string]: self = .text
    case [.array]: self = .list(ContentType(rules.elements))
    case [.object], []: self = rules.members.isEmpty ? .any : .object(rules.contentMembers)
    default: self = .any
    }
  }

  /// The text that compact JSON is; `nil` for a value of another kind, and a text with escapes.
  private static func text(ofJSON json: String) -> String? {
    guard json.count > 1, json.hasPrefix("\""), json.hasSuffix("\""), !json.contains("\\") else {
      return nil
    }
    return String(json.dropFirst().dropLast())
  }
}

extension ValueSchema.Rules {
  /// The members that the schema names, in the order of their names.
  var contentMembers: [ContentMember] {
    members.sorted { $0.key < $1.key }.map { name, schema in
      ContentMember(
        name,
        ContentType(schema),
        isOptional: !required.contains(name) || schema.allowsNull,
        notes: schema.notes
      )
    }
  }
}

extension ValueSchema {
  /// The rules of the schema; `nil` if it allows anything.
  var rules: Rules? { if case .rules(let rules) = self { rules } else { nil } }

  /// Whether the schema says that a value may be null.
  var allowsNull: Bool {
    rules.map { $0.kinds.contains(.null) || $0.allowed.contains("null") } ?? false
  }

  /// The description and the bounds of a value, in sentences.
  var notes: [String] {
    guard let rules else { return [] }
    func range(
      _ least: (some CustomStringConvertible)?,
      _ most: (some CustomStringConvertible)?
    )
      -> String?
    {
      switch (least, most) {
      case (let least?, let most?): "From \(least) to \(most)"
      case (let least?, nil): "At least \(least)"
      case (nil, let most?): "At most \(most)"
      case (nil, nil): nil
      }
    }
    func number(_ value: Double?) -> String? {
      value.map { Int64(exactly: $0).map(String.init) ?? "\($0)" }
    }
    let counts = [(rules.textCounts, "characters"), (rules.elementCounts, "elements")]
    return [
      rules.description.map { $0.hasSuffix(".") ? $0 : "\($0)." },
      range(number(rules.minimum), number(rules.maximum)).map { "\($0)." },
    ].compactMap(\.self)
      + counts.compactMap { counts, noun in
        range(counts.least, counts.most).map { "\($0) \(noun)." }
      }
  }
}
