// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension SchemaValidator {
  /// Applies one keyword; `keywords` are the ones beside it.
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
      "dependentRequired", "minProperties", "maxProperties":
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
    let start = Place(schema: pointer, value: place.value, isNoted: place.isNoted)
    return check(value, start, schema)
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
      let reasons = place.isNoted ? verdicts.flatMap(\.problems).joined(separator: "; ") : ""
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
      let others = dictionary.members.filter { !named.contains($0.key) }
      for member in others where !patterns.contains(where: { matches(member.key, $0) }) {
        verdict.add(check(member.value, inner.member(member.key), operand))
      }
    case "propertyNames":
      for member in dictionary.members {
        verdict.add(check(DataValue(.string(member.key)), inner.member(member.key), operand))
      }
    default:
      let isGood =
        switch keyword {
        case "required": operand.names.allSatisfy { dictionary[$0] != nil }
        case "dependentRequired":
          operand.members.allSatisfy { rule in
            dictionary[rule.key] == nil || rule.value.names.allSatisfy { dictionary[$0] != nil }
          }
        case "minProperties": dictionary.members.count >= operand.count
        default: dictionary.members.count <= operand.count
        }
      if !isGood { verdict = SchemaVerdict(problem: "lacks or has too much", at: inner) }
    }
    return verdict
  }

  /// `nil` for a keyword that is not known.
  private func isGood(_ value: DataValue, keyword: String, _ operand: DataValue) -> Bool? {
    switch keyword {
    case "type": return operand.names.contains(where: value.kinds.contains)
    case "enum": return operand.elements.contains(value)
    case "const": return value == operand
    case "pattern": return value.text.map { matches($0, operand.text ?? "") } ?? true
    case "minLength": return value.text.map { $0.unicodeScalars.count >= operand.count } ?? true
    case "maxLength": return value.text.map { $0.unicodeScalars.count <= operand.count } ?? true
    case "minimum": return value.number.map { $0 >= (operand.number ?? -.infinity) } ?? true
    case "maximum": return value.number.map { $0 <= (operand.number ?? .infinity) } ?? true
    case "minItems":
      guard case .array(let elements) = value.content else { return true }
      return elements.count >= operand.count
    case "maxItems":
      guard case .array(let elements) = value.content else { return true }
      return elements.count <= operand.count
    default: return nil
    }
  }
}

extension DataValue {
  /// Nothing for what is no dictionary.
  fileprivate var members: [DataDictionary.Member] {
    guard case .dictionary(let dictionary) = content else { return [] }
    return dictionary.members
  }

  fileprivate var elements: [DataValue] {
    guard case .array(let elements) = content else { return [] }
    return elements
  }

  fileprivate var text: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// A string, or all of an array.
  fileprivate var names: [String] { text.map { [$0] } ?? elements.compactMap(\.text) }

  /// The integer of a keyword.
  fileprivate var count: Int {
    guard case .integer(let integer) = content else { return .min }
    return Int(integer)
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
