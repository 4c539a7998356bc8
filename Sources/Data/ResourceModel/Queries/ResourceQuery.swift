// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import Filters

/// A question for the records of one type.
package struct ResourceQuery: Sendable {
  package var type: ResourceType
  package var filter = Filter.all([])
  /// The relations that the filter follows; `nil` for a filter that follows none.
  package var relations: Relations?
  package var order: [ResourceOrder] = []
  package var limit = ResourceQuery.usualLimit
  /// The most bytes of the records of a page.
  package var bytes = RecordSizes().page
  /// The token of the page; `nil` for the first one.
  package var page: String?
  package var count = Count.bounded
  /// Only records of this zone.
  package var zone: String?
  /// Only records of this owner.
  package var owner: String?

  package init(_ type: ResourceType) { self.type = type }

  package static let usualLimit = 20
  package static let mostLimit = 1_000
  /// The most values of a condition with `IN`.
  package static let mostValues = 1_000

  /// The way in which matching records are counted.
  package enum Count: String, Sendable, CaseIterable {
    case exact
    /// Up to 10,000.
    case bounded
    case none
  }
}

extension ResourceQuery {
  /// Reads the conditions of a QUERY, such as `[{"key": "price", "qualifier": "EQUALS", "value": 40}]`, all of
  /// which must hold.
  package static func filter(
    where conditions: DataValue,
    of schema: FilterSchema
  ) throws(ValidationErrors) -> Filter {
    guard let conditions = conditions.elements, conditions.count <= 100 else {
      let message = "is \(conditions.kindName); expected a list of at most 100 conditions"
      throw ValidationErrors([ValidationError("where", .type, message)])
    }
    var errors: [ValidationError] = []
    let filters = conditions.indices.compactMap { index in
      do throws(ValidationError) {
        return try comparison(conditions[index], at: "where[\(index)]", schema)
      } catch {
        errors.append(error)
        return nil
      }
    }
    guard errors.isEmpty else { throw ValidationErrors(errors) }
    return filters.count == 1 ? filters[0] : .all(filters)
  }

  /// The qualifiers of conditions that compare a field with one value, in the words of descriptions. All
  /// that lists of documents understand are accepted.
  package static func qualifierNames(of type: FilterType) -> [String] {
    ["EQUALS", "NOT_EQUALS", "CONTAINS"]
      + (type.isOrdered ? ["LESS", "LESS_OR_EQUAL", "GREATER", "GREATER_OR_EQUAL"] : [])
      + (type == .text ? ["BEGINS_WITH", "ENDS_WITH"] : [])
  }

  private static func comparison(
    _ condition: DataValue,
    at place: String,
    _ schema: FilterSchema
  ) throws(ValidationError) -> Filter {
    guard let key = condition["key"]?.string, let field = schema.field(key) else {
      let names = schema.fields.map(\.name)
      let nearest = condition["key"]?.string.flatMap { Suggestion.nearest(to: $0, among: names) }
      let hint = nearest.map { "; did you mean \($0)?" } ?? "; expected an attribute"
      throw ValidationError("\(place).key", .unknown, "is no field of the type" + hint)
    }
    // A qualifier that is no text is as wrong as an unknown one.
    let word = condition["qualifier"].map { $0.string ?? $0.kindName } ?? "EQUALS"
    let qualifier = word == ":" ? .contains : FilterQualifier(word)
    let value = condition["value"]
    func compared(_ comparator: FilterComparison.Comparator) throws(ValidationError) -> Filter {
      guard let value = value.flatMap({ FilterValue(written: $0, as: field.type) }) else {
        throw mismatch(place, field)
      }
      return .comparison(FilterComparison(field, comparator, .value(value), at: 0))
    }
    let exists = Filter.comparison(FilterComparison(field, .equal, .anything, at: 0))
    switch qualifier {
    case .equal where value?.isNull == true: return .not(exists)
    case .notEqual where value?.isNull == true: return exists
    case .equal: return try compared(.equal)
    case .notEqual: return try compared(.notEqual)
    case .contains: return try compared(.has)
    case .lessThan where field.type.isOrdered: return try compared(.less)
    case .lessThanOrEqual where field.type.isOrdered: return try compared(.lessOrEqual)
    case .greaterThan where field.type.isOrdered: return try compared(.greater)
    case .greaterThanOrEqual where field.type.isOrdered: return try compared(.greaterOrEqual)
    case .beginsWith where field.type == .text, .endsWith where field.type == .text:
      guard let text = value?.string else { throw mismatch(place, field) }
      let isEnd = qualifier == .endsWith
      let pattern = FilterPattern(text, opensBefore: isEnd, opensBehind: !isEnd)
      return .comparison(FilterComparison(field, .equal, .pattern(pattern), at: 0))
    case .in: return try one(of: value?.elements ?? [], field, at: place)
    case .exists:
      guard let value else { return exists }
      guard case .bool(let isThere) = value.content else {
        throw ValidationError("\(place).value", .type, "is not true or false")
      }
      return isThere ? exists : .not(exists)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .beginsWith, .endsWith,
      .equalIgnoringCase, .beginsWithIgnoringCase, .endsWithIgnoringCase, .containsIgnoringCase,
      nil:
      let all = qualifierNames(of: field.type).joined(separator: ", ")
      throw ValidationError(
        "\(place).qualifier",
        .enum,
        "is \(word.prefix(40)); expected \(all), IN or EXISTS"
      )
    }
  }

  /// A condition that holds for each of several values.
  private static func one(
    of values: [DataValue],
    _ field: FilterField,
    at place: String
  ) throws(ValidationError) -> Filter {
    guard values.count <= mostValues else {
      throw ValidationError(
        "\(place).value",
        .count,
        "has \(values.count) values; expected at most \(mostValues)"
      )
    }
    let alternatives = values.compactMap { value in
      FilterValue(written: value, as: field.type).map {
        Filter.comparison(FilterComparison(field, .equal, .value($0), at: 0))
      }
    }
    guard !values.isEmpty, alternatives.count == values.count else { throw mismatch(place, field) }
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
  }

  private static func mismatch(_ place: String, _ field: FilterField) -> ValidationError {
    ValidationError("\(place).value", .type, "is not \(field.type.expectation)")
  }
}

extension FilterValue {
  /// A value of a query's body; `nil` for one of another type.
  fileprivate init?(written value: DataValue, as type: FilterType) {
    switch (type, value.content) {
    case (.text, .string(let text)): self = .text(text)
    case (.boolean, .bool(let flag)): self = .boolean(flag)
    case (.integer, .integer(let integer)): self = .integer(integer)
    case (.integer, .decimal):
      guard let whole = value.number.flatMap({ Int64(exactly: $0) }) else { return nil }
      self = .integer(whole)
    case (.number, .integer), (.number, .decimal):
      guard let number = value.number, number.isFinite else { return nil }
      self = .number(number)
    case (.instant, .string(let text)), (.duration, .string(let text)):
      guard let value = FilterValue(text, as: type) else { return nil }
      self = value
    default: return nil
    }
  }
}
