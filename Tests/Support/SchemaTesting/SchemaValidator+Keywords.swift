// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension SchemaValidator {
  /// What one keyword says; `keywords` are the ones beside it.
  func check(
    _ value: DataValue,
    _ place: Place,
    keyword: String,
    _ operand: DataValue,
    among keywords: DataDictionary
  ) -> SchemaVerdict {
    let inner = place.keyword(keyword)
    switch keyword {
    case "$ref": return follow(operand, value, place)
    case "anyOf": return choose(1...Int.max, of: operand, value, inner)
    case "oneOf": return choose(1...1, of: operand, value, inner)
    case "not":
      let isGood = check(value, inner, operand).isGood
      return isGood ? SchemaVerdict(problem: "is what must not be", at: inner) : SchemaVerdict()
    case "if":
      let branch = check(value, inner, operand).isGood ? "then" : "else"
      guard let schema = keywords[branch] else { return SchemaVerdict() }
      return check(value, place.keyword(branch), schema)
    case "then", "else": return SchemaVerdict()
    case "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
      "minProperties", "maxProperties":
      guard case .dictionary(let dictionary) = value.content else { return SchemaVerdict() }
      return check(dictionary, place, keyword: keyword, operand, among: keywords)
    case "items":
      guard case .array(let elements) = value.content else { return SchemaVerdict() }
      var verdict = SchemaVerdict()
      for (index, element) in elements.enumerated() {
        verdict.add(check(element, inner.member("\(index)"), operand))
      }
      return verdict
    default:
      guard let isGood = isGood(value, keyword: keyword, operand) else {
        return SchemaVerdict(problem: "the validator does not know \(keyword)", at: inner)
      }
      return isGood ? SchemaVerdict() : SchemaVerdict(problem: "is not as it says", at: inner)
    }
  }

  private func follow(
    _ reference: DataValue,
    _ value: DataValue,
    _ place: Place
  ) -> SchemaVerdict {
    guard case .string(let pointer) = reference.content, let schema = definition(pointer) else {
      return SchemaVerdict(problem: "the reference leads nowhere", at: place)
    }
    return check(value, Place(schema: pointer, value: place.value), schema)
  }

  private func choose(
    _ count: ClosedRange<Int>,
    of schemas: DataValue,
    _ value: DataValue,
    _ place: Place
  ) -> SchemaVerdict {
    guard case .array(let schemas) = schemas.content else {
      return SchemaVerdict(problem: "a choice is no array", at: place)
    }
    let verdicts = schemas.enumerated().map { check(value, place.keyword("\($0)"), $1) }
    let good = verdicts.filter(\.isGood)
    var verdict = SchemaVerdict()
    if count.contains(good.count) {
      for choice in good { verdict.add(choice) }
    } else {
      let reasons = verdicts.flatMap(\.problems).joined(separator: "; ")
      verdict = SchemaVerdict(problem: "\(good.count) choices fit: \(reasons)", at: place)
    }
    return verdict
  }

  private func check(
    _ dictionary: DataDictionary,
    _ place: Place,
    keyword: String,
    _ operand: DataValue,
    among keywords: DataDictionary
  ) -> SchemaVerdict {
    var verdict = SchemaVerdict()
    let inner = place.keyword(keyword)
    switch keyword {
    case "properties":
      for member in dictionary.members {
        guard let schema = operand[member.key] else { continue }
        verdict.note(property: member.key, of: place)
        verdict.add(check(member.value, inner.keyword(member.key).member(member.key), schema))
      }
    case "patternProperties":
      for member in dictionary.members {
        for schema in operand.members where matches(member.key, schema.key) {
          verdict.add(check(member.value, inner.member(member.key), schema.value))
        }
      }
    case "additionalProperties":
      let named = keywords["properties"]?.members.map(\.key) ?? []
      let patterns = keywords["patternProperties"]?.members.map(\.key) ?? []
      if case .bool(false) = operand.content { verdict.note(named, closing: place) }
      for member in dictionary.members
      where !named.contains(member.key) && !patterns.contains(where: { matches(member.key, $0) }) {
        verdict.add(check(member.value, inner.member(member.key), operand))
      }
    case "propertyNames":
      for member in dictionary.members {
        verdict.add(check(DataValue(.string(member.key)), inner.member(member.key), operand))
      }
    default:
      let isGood =
        switch (keyword, operand.content) {
        case ("required", .array(let names)):
          names.allSatisfy { name in dictionary.members.contains { $0.isNamed(name) } }
        case ("minProperties", .integer(let count)): dictionary.members.count >= count
        case ("maxProperties", .integer(let count)): dictionary.members.count <= count
        default: false
        }
      if !isGood { verdict = SchemaVerdict(problem: "lacks or has too much", at: inner) }
    }
    return verdict
  }

  /// `nil` for a keyword that is not known.
  private func isGood(_ value: DataValue, keyword: String, _ operand: DataValue) -> Bool? {
    switch (keyword, operand.content, value.content) {
    case ("type", .string(let kind), _): return value.kinds.contains(kind)
    case ("type", .array(let kinds), _):
      return kinds.contains { kind in value.kinds.contains { DataValue(.string($0)) == kind } }
    case ("enum", .array(let values), _): return values.contains(value)
    case ("const", _, _): return value == operand
    case ("pattern", .string(let pattern), .string(let text)): return matches(text, pattern)
    case ("minLength", .integer(let count), .string(let text)):
      return text.unicodeScalars.count >= count
    case ("maxLength", .integer(let count), .string(let text)):
      return text.unicodeScalars.count <= count
    case ("minItems", .integer(let count), .array(let elements)): return elements.count >= count
    case ("maxItems", .integer(let count), .array(let elements)): return elements.count <= count
    case ("minimum", .integer(let bound), _):
      return value.number.map { $0 >= Double(bound) } ?? true
    case ("maximum", .integer(let bound), _):
      return value.number.map { $0 <= Double(bound) } ?? true
    case ("pattern", _, _), ("minLength", _, _), ("maxLength", _, _), ("minItems", _, _),
      ("maxItems", _, _):
      return true
    default: return nil
    }
  }
}

extension DataDictionary.Member {
  fileprivate func isNamed(_ name: DataValue) -> Bool { DataValue(.string(key)) == name }
}

extension DataValue {
  /// Nothing for what is no dictionary.
  fileprivate var members: [DataDictionary.Member] {
    guard case .dictionary(let dictionary) = content else { return [] }
    return dictionary.members
  }

  fileprivate var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .decimal(let decimal): decimal.value
    default: nil
    }
  }

  /// The names of the types that a value is of; a whole number is an integer however it is written.
  fileprivate var kinds: [String] {
    switch content {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .integer: ["integer", "number"]
    case .decimal(let decimal):
      decimal.value == decimal.value.rounded() ? ["integer", "number"] : ["number"]
    case .string, .date, .data: ["string"]
    case .array: ["array"]
    case .dictionary: ["object"]
    }
  }
}
