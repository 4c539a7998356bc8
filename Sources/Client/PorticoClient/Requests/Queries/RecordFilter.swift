// SPDX-License-Identifier: Apache-2.0
//
// The service's filters as values: a subset of Google's AIP-160, with the same meaning on the objects that the
// device has. A comparison holds if it holds for any element of a list; `!=` holds for objects without the field,
// too; texts are ordered by their code points, unless both are instants.

/// A condition on records, which the service evaluates as a text, and the client on objects of its store.
///
/// ```swift
/// let stars = RecordField("stars")
/// let text = RecordField("text")
/// let filter = stars > 3 && (text.contains("roses") || !stars.exists)
/// print(filter)  // stars > 3 AND (text:"roses" OR NOT stars = *)
/// ```
public indirect enum RecordFilter: Sendable, Hashable {
  /// Comparison of a field with a value.
  public enum Comparator: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Contains a text, ignoring the case of ASCII letters; equals any other value.
    case has = ":"
  }

  /// All of them hold; without any, every record matches.
  case all([RecordFilter])
  /// At least one of them holds.
  case any([RecordFilter])
  case not(RecordFilter)
  case comparison(String, Comparator, JSONValue)
  case exists(String)
  case beginsWith(String, String)
  case endsWith(String, String)
  /// A point is within some metres of a place.
  case near(String, latitude: Double, longitude: Double, metres: Double)

  /// Both hold.
  public static func && (one: RecordFilter, other: RecordFilter) -> RecordFilter {
    .all([one, other])
  }

  /// One of the two holds, or both.
  public static func || (one: RecordFilter, other: RecordFilter) -> RecordFilter {
    .any([one, other])
  }

  /// The condition does not hold.
  public static prefix func ! (filter: RecordFilter) -> RecordFilter { .not(filter) }
}

/// The name of a field, for conditions on its values.
public struct RecordField: Sendable {
  /// The name, such as `stars`.
  public let name: String

  /// Creates a field.
  public init(_ name: String) { self.name = name }

  /// The record has the field.
  public var exists: RecordFilter { .exists(name) }

  /// The field equals a value; `nil` is that of records without the field.
  public static func == (field: RecordField, value: JSONValue) -> RecordFilter {
    .comparison(field.name, .equal, value)
  }

  /// The field does not equal a value, or is not there.
  public static func != (field: RecordField, value: JSONValue) -> RecordFilter {
    .comparison(field.name, .notEqual, value)
  }

  /// The field is a lower number, or an earlier instant.
  public static func < (field: RecordField, value: JSONValue) -> RecordFilter {
    .comparison(field.name, .less, value)
  }

  /// The field is a lower number or an earlier instant, or equal.
  public static func <= (field: RecordField, value: JSONValue) -> RecordFilter {
    .comparison(field.name, .lessOrEqual, value)
  }

  /// The field is a greater number, or a later instant.
  public static func > (field: RecordField, value: JSONValue) -> RecordFilter {
    .comparison(field.name, .greater, value)
  }

  /// The field is a greater number or a later instant, or equal.
  public static func >= (field: RecordField, value: JSONValue) -> RecordFilter {
    .comparison(field.name, .greaterOrEqual, value)
  }

  /// The field equals one of some values.
  public func isOne(of values: [JSONValue]) -> RecordFilter {
    .any(values.map { .comparison(name, .equal, $0) })
  }

  /// The text contains another one, whatever the case of ASCII letters; a list has an element that does.
  public func contains(_ value: JSONValue) -> RecordFilter { .comparison(name, .has, value) }

  /// The text begins with another one.
  public func begins(with text: String) -> RecordFilter { .beginsWith(name, text) }

  /// The text ends with another one.
  public func ends(with text: String) -> RecordFilter { .endsWith(name, text) }

  /// The point is within some metres of a place.
  public func near(latitude: Double, longitude: Double, metres: Double) -> RecordFilter {
    .near(name, latitude: latitude, longitude: longitude, metres: metres)
  }
}

extension RecordFilter: CustomStringConvertible {
  /// The text for the parameter `filter` of the service.
  public var description: String {
    switch self {
    case .all(let filters): RecordFilter.joined(filters, by: " AND ", empty: "uuid = *")
    case .any(let filters): RecordFilter.joined(filters, by: " OR ", empty: "NOT uuid = *")
    case .not(let filter): "NOT \(filter.operand)"
    case .comparison(let field, .equal, .null): "NOT \(field) = *"
    case .comparison(let field, .notEqual, .null): "\(field) = *"
    case .comparison(let field, .has, let value): "\(field):\(RecordFilter.text(of: value))"
    case .comparison(let field, let comparator, let value):
      "\(field) \(comparator.rawValue) \(RecordFilter.text(of: value))"
    case .exists(let field): "\(field) = *"
    case .beginsWith(let field, let text): "\(field) = \(RecordFilter.quoted(text, behind: "*"))"
    case .endsWith(let field, let text): "\(field) = \(RecordFilter.quoted(text, before: "*"))"
    case .near(let field, let latitude, let longitude, let metres):
      "\(field).near(\(latitude), \(longitude), \"\(metres)m\")"
    }
  }

  /// The text as a part of another filter.
  private var operand: String {
    switch self {
    case .all(let filters) where !filters.isEmpty, .any(let filters) where !filters.isEmpty:
      filters.count == 1 ? filters[0].operand : "(\(self))"
    default: description
    }
  }

  private static func joined(
    _ filters: [RecordFilter],
    by word: String,
    empty: String
  ) -> String {
    if let only = filters.first, filters.count == 1 { return only.description }
    return filters.isEmpty ? empty : filters.map(\.operand).joined(separator: word)
  }

  private static func text(of value: JSONValue) -> String {
    if let text = value.string { return quoted(text) }
    return String(decoding: value.json, as: UTF8.self)
  }

  /// A text in quotes, with escapes for what could end it, break its line or be a wildcard.
  private static func quoted(_ text: String, before: String = "", behind: String = "") -> String {
    var quoted = "\"" + before
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "*": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + behind + "\""
  }
}
