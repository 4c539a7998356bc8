// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import ResourceModel
import SQL

/// Translates a filter to a condition of SQL. Values are parameters; only names that types declare
/// stand in the text.
///
/// SQL's third truth value must not leak: a comparison with a missing value is NULL, which counts as
/// false, so every negation is written `IS NOT TRUE`.
struct FilterSQL {
  let type: ResourceType
  let dialect: StoreDialect
  private let relations: Relations?
  private(set) var values: [any SQLConvertible] = []
  /// The conditions on related records so far.
  private var relatedConditions = 0

  init(_ type: ResourceType, _ relations: Relations?, in dialect: StoreDialect) {
    self.type = type
    self.relations = relations
    self.dialect = dialect
  }

  mutating func condition(_ filter: Filter) throws(StoreError) -> String {
    switch filter {
    case .all(let parts):
      return FilterSQL.joined(try conditions(parts)[...], by: " AND ") ?? "TRUE"
    case .any(let parts):
      return FilterSQL.joined(try alternatives(parts)[...], by: " OR ") ?? "FALSE"
    case .not(let part): return "(\(try condition(part))) IS NOT TRUE"
    case .comparison(let comparison): return try condition(comparison)
    case .call(let call): return try condition(call)
    }
  }

  private mutating func conditions(_ parts: [Filter]) throws(StoreError) -> [String] {
    var conditions: [String] = []
    for part in parts { conditions.append(try condition(part)) }
    return conditions
  }

  /// The conditions of alternatives. Those that a field equals one of several values are one condition with
  /// one parameter, since the engines limit how many a statement has.
  private mutating func alternatives(_ parts: [Filter]) throws(StoreError) -> [String] {
    guard parts.count > 1 else { return try conditions(parts) }
    var fields: [FilterField] = []
    var values: [String: [DataValue]] = [:]
    var others: [Filter] = []
    for part in parts {
      guard case .comparison(let comparison) = part, let value = equal(comparison) else {
        others.append(part)
        continue
      }
      if values[comparison.field.name] == nil { fields.append(comparison.field) }
      values[comparison.field.name, default: []].append(value)
    }
    var all: [String] = []
    for field in fields { all.append(try condition(field, isAmong: values[field.name] ?? [])) }
    return all + (try conditions(others))
  }

  /// The conditions joined in halves, so that the expression is no deeper than the engines allow, however many
  /// there are; `nil` without any.
  private static func joined(_ conditions: ArraySlice<String>, by joiner: String) -> String? {
    guard conditions.count > longestChain else {
      return conditions.isEmpty ? nil : "(\(conditions.joined(separator: joiner)))"
    }
    let middle = conditions.startIndex + conditions.count / 2
    let halves = [conditions[..<middle], conditions[middle...]].compactMap {
      joined($0, by: joiner)
    }
    return "(\(halves.joined(separator: joiner)))"
  }

  /// The most conditions that are joined without further parentheses.
  private static let longestChain = 16

  /// The value that a comparison demands, as a list of values has it; `nil` for a comparison that demands none.
  private func equal(_ comparison: FilterComparison) -> DataValue? {
    guard comparison.comparator == .equal, case .value(let value) = comparison.operand else {
      return nil
    }
    switch value {
    // PostgreSQL has no such text, not even in a parameter of JSON.
    case .text(let text) where text.utf8.contains(0): return nil
    case .text(let text): return .text(text)
    case .integer(let integer), .duration(let integer): return .integer(integer)
    case .number(let number): return DataValue(.decimal(DataDecimal(number)))
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .instant(let nanoseconds):
      guard nanoseconds.isMultiple(of: 1_000_000) else { return nil }
      let instant = Timestamp(nanoseconds: nanoseconds)
      return isColumn(comparison.field) ? .integer(instant.milliseconds) : .text("\(instant)")
    }
  }

  /// Whether a field is a column of its own: names of attributes begin with a letter.
  private func isColumn(_ field: FilterField) -> Bool {
    field.name.split(separator: ".").last?.utf8.first == UInt8(ascii: "_")
  }

  /// Returns the condition that a field equals one of some values.
  private mutating func condition(
    _ field: FilterField,
    isAmong values: [DataValue]
  ) throws(StoreError) -> String {
    let list = try FilterSQL.list(values)
    // Of whole numbers and others among them, all are compared as numbers with a fraction.
    let sample = values.first { if case .decimal = $0.content { true } else { false } }
    let kind = (sample ?? values.first)?.content
    let isAmong = { [dialect] value in dialect.isAmong(value, of: kind) }
    if let (step, rest) = relations?.first(of: field.name, from: type) {
      return try related(by: step) { inner throws(StoreError) in
        try inner.condition(FilterField(rest, field.type), isAmong: values)
      }
    }
    defer { self.values.append(list) }
    guard let attribute = type.attribute(field.name) else {
      return isAmong(FilterSQL.column(field.name))
    }
    guard attribute.isList else { return isAmong(dialect.value(of: attribute, alias: "o.")) }
    guard attribute.element != .reference else {
      self.values.append(attribute.name)
      return "o.uuid IN (SELECT src FROM edge WHERE rel = ? AND \(isAmong("dst")))"
    }
    let elements = dialect.elements(of: field.name)
    return "EXISTS (SELECT 1 FROM \(elements) WHERE \(isAmong(dialect.element(of: attribute))))"
  }

  private mutating func condition(_ comparison: FilterComparison) throws(StoreError) -> String {
    // A parameter without a value equals no record's value.
    if case .parameter = comparison.operand { return "FALSE" }
    let name = comparison.field.name
    let attribute = type.attribute(name)
    let condition: String
    if let (step, rest) = relations?.first(of: name, from: type) {
      condition = try related(by: step) { inner throws(StoreError) in
        try inner.condition(comparison.positive(of: rest))
      }
    } else if let attribute, attribute.isList {
      // Edges are an index of references; other lists are looked through.
      if attribute.element == .reference, comparison.comparator != .has,
        case .value(.text(let id)) = comparison.operand
      {
        values.append(attribute.name)
        values.append(id)
        condition = "o.uuid IN (SELECT src FROM edge WHERE rel = ? AND dst = ?)"
      } else {
        let inner = try test(dialect.element(of: attribute), comparison)
        condition = "EXISTS (SELECT 1 FROM \(dialect.elements(of: name)) WHERE \(inner))"
      }
    } else {
      let column = attribute.map { dialect.value(of: $0, alias: "o.") } ?? FilterSQL.column(name)
      condition = try test(column, comparison)
    }
    return comparison.comparator == .notEqual ? "(\(condition)) IS NOT TRUE" : condition
  }

  /// Returns the condition that one of the related records which the sender may see meets another one.
  private mutating func related(
    by step: Relations.Step,
    _ condition: (inout FilterSQL) throws(StoreError) -> String
  ) throws(StoreError) -> String {
    var inner = FilterSQL(step.target, relations, in: dialect)
    inner.relatedConditions = relatedConditions + 1
    let visible = try inner.condition(step.visible)
    let found = try condition(&inner)
    relatedConditions = inner.relatedConditions
    guard relatedConditions <= Relations.mostConditions else {
      throw StoreError(
        .costly,
        "the filter follows relations \(relatedConditions) times; expected at most "
          + "\(Relations.mostConditions) times"
      )
    }
    values += inner.values
    let (own, other) = step.isReverse ? ("dst", "src") : ("src", "dst")
    let names = step.attributes.map { "'\($0)'" }.joined(separator: ", ")
    return "o.uuid IN (SELECT \(own) FROM edge JOIN object AS o ON o.uuid = \(other) "
      + "WHERE rel IN (\(names)) AND \(StoreSchema.isLive(step.target, alias: "o.")) "
      + "AND \(visible) AND \(found))"
  }

  /// The parameter with some values.
  static func list(_ values: [DataValue]) throws(StoreError) -> String {
    do throws(DataFileError) {
      return String(decoding: try JSONWriter().bytes(of: .list(values)), as: UTF8.self)
    } catch {
      throw StoreError(.damaged, "the values of a filter cannot be written: \(error)")
    }
  }

  /// Returns the column of a record's own member.
  static func column(_ name: String) -> String {
    switch name {
    case "_version": "o.version"
    case "_class": "o.class"
    case "_created": "o.created"
    case "_updated": "o.updated"
    case "_owner": "o.owner"
    default: "o.uuid"
    }
  }

  /// Returns a condition on one value, `!=` as `=`.
  private mutating func test(
    _ value: String,
    _ comparison: FilterComparison
  ) throws(StoreError) -> String {
    switch comparison.operand {
    case .anything: return "\(value) IS NOT NULL"
    case .pattern(let pattern): return test(value, pattern)
    // No schema of records has expressions.
    case .expression: return "FALSE"
    case .value(let other): return test(value, comparison, other)
    case .call(let call): throw FilterSQL.unsupported(call)
    case .parameter: return "FALSE"
    }
  }

  private mutating func test(_ value: String, _ pattern: FilterPattern) -> String {
    switch (pattern.opensBefore, pattern.opensBehind) {
    case (true, true):
      values.append(pattern.text)
      return dialect.contains(value)
    case (true, false):
      values.append(pattern.text)
      values.append(pattern.text.unicodeScalars.count)
      return dialect.ends(value)
    case (false, true):
      values.append(pattern.text)
      guard let end = FilterSQL.successor(ofPrefix: pattern.text) else { return "\(value) >= ?" }
      values.append(end)
      return "(\(value) >= ? AND \(value) < ?)"
    case (false, false):
      values.append(pattern.text)
      return "\(value) = ?"
    }
  }

  /// Returns the least text greater than all texts with a prefix; `nil` if there is none.
  static func successor(ofPrefix prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      var successor = String.UnicodeScalarView(scalars)
      successor.append(scalar)
      return String(successor)
    }
    return nil
  }

  private mutating func test(
    _ value: String,
    _ comparison: FilterComparison,
    _ other: FilterValue
  ) -> String {
    if comparison.comparator == .has, case .text(let text) = other {
      values.append(text)
      return dialect.containsInAnyCase(value)
    }
    var comparator =
      comparison.comparator.isOrdered ? comparison.comparator.rawValue : "="
    switch other {
    case .text(let text): values.append(text)
    case .integer(let integer), .duration(let integer): values.append(integer)
    case .number(let number):
      values.append(number)
      return "\(value) \(comparator) \(dialect.realParameter)"
    case .boolean(let flag): values.append(flag ? 1 : 0)
    case .instant(let nanoseconds):
      // Records keep milliseconds, so what is finer lies between two of their instants.
      let instant = Timestamp(nanoseconds: nanoseconds)
      if !nanoseconds.isMultiple(of: 1_000_000) {
        switch comparator {
        case "=": return "FALSE"
        case "<": comparator = "<="
        case ">=": comparator = ">"
        default: break
        }
      }
      let isColumn = isColumn(comparison.field)
      values.append(isColumn ? SQLValue.integer(instant.milliseconds) : .text("\(instant)"))
    }
    return "\(value) \(comparator) ?"
  }

  private static func unsupported(_ call: FilterCall) -> StoreError {
    StoreError(
      .invalid([ValidationError("filter", .unknown, "calls \(call.function.name)()")]),
      "no filter of records has \(call.function.signature)"
    )
  }

  private mutating func condition(_ call: FilterCall) throws(StoreError) -> String {
    if call.function.name == AccessRule.grantFunction, case .text(let right)? = call.arguments.first
    {
      let grantees = call.arguments.dropFirst()
      guard !grantees.isEmpty else { return "FALSE" }
      values.append(right)
      let names = grantees.compactMap { grantee -> DataValue? in
        if case .text(let name) = grantee { .text(name) } else { nil }
      }
      values.append(try FilterSQL.list(names))
      let isGrantee = dialect.isAmong("grantee", of: names.first?.content)
      return "o.uuid IN (SELECT record FROM access_grant WHERE \"right\" = ? AND \(isGrantee))"
    }
    if call.function.name == "search", case .text(let words)? = call.arguments.first {
      let words = StoreDialect.words(of: words)
      guard !words.isEmpty else { return "FALSE" }
      values.append(dialect.search(words))
      return dialect.isFound(in: StoreSchema(dialect).textTable(type))
    }
    guard let attribute = type.point(of: call) else { throw FilterSQL.unsupported(call) }
    do throws(ValidationError) {
      return condition(try Circle(call), attribute)
    } catch {
      throw StoreError(.invalid([error]), "\(error)")
    }
  }

  /// Returns a condition for a circle: an index finds the box around it, the haversine decides.
  private mutating func condition(_ circle: Circle, _ attribute: Attribute) -> String {
    let table = StoreSchema(dialect).pointTable(type, attribute)
    let box = dialect.box(circle.box)
    let (latitude, longitude) = (circle.centre.latitude, circle.centre.longitude)
    values += box.values + [latitude, latitude, longitude, circle.metres]
    let place = dialect.place(of: attribute)
    let north = "pow(sin((radians(\(place.latitude)) - radians(?)) / 2), 2)"
    let east = "pow(sin((radians(\(place.longitude)) - radians(?)) / 2), 2)"
    let half = "\(north) + cos(radians(?)) * cos(radians(\(place.latitude))) * \(east)"
    let least = dialect == .sqlite ? "min" : "least"
    return dialect.isNear(
      table,
      box: box.sql,
      distance: "2 * \(Circle.earthRadius) * asin(\(least)(1, sqrt(\(half)))) <= ?"
    )
  }
}
