// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import SQL

/// The SQL in which the engines differ; all other statements are written once for both.
///
/// Both compare and sort texts by their bytes, take numbers for numbers, and sort missing values first.
enum StoreDialect: Sendable {
  case sqlite
  case postgreSQL

  /// The longest name of a table or index in PostgreSQL, which cuts off what is more.
  private static let longestName = 63

  /// Returns a name for a table or index, shortened to one that is as unique where it is too long.
  func name(_ name: String) -> String {
    guard self == .postgreSQL, name.utf8.count > Self.longestName else { return name }
    let hash = name.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return name.prefix(44) + "_" + String(hash, radix: 16)
  }

  /// Returns the expression of an attribute, as indexes and conditions have it.
  func value(of attribute: Attribute, alias: String = "") -> String {
    switch self {
    case .sqlite: "json_extract(\(alias)data, '$.\(attribute.name)')"
    case .postgreSQL:
      scalar(
        attribute.kind,
        text: "(\(alias)data->>'\(attribute.name)')",
        type: "json_typeof(\(alias)data->'\(attribute.name)')"
      )
    }
  }

  /// Returns the expression of the number of bytes of a file.
  func byteCount(of attribute: Attribute) -> String {
    switch self {
    case .sqlite: "json_extract(data, '$.\(attribute.name).bytes')"
    case .postgreSQL: "(data#>>'{\(attribute.name),bytes}')::bigint"
    }
  }

  /// Returns the expression of an element of a list that is called `e`.
  func element(of attribute: Attribute) -> String {
    switch self {
    case .sqlite: "e.value"
    case .postgreSQL:
      scalar(attribute.valueKind, text: "(e.value #>> '{}')", type: "json_typeof(e.value)")
    }
  }

  /// Returns a value of JSON as one of SQL. A value of another kind, which records of other types may
  /// have, is missing and no error.
  private func scalar(_ kind: Attribute.Kind, text: String, type: String) -> String {
    switch kind {
    case .number: "(CASE \(type) WHEN 'number' THEN \(text)::double precision END)"
    case .integer: "(CASE \(type) WHEN 'number' THEN \(text)::numeric::bigint END)"
    case .boolean: "(CASE \(text) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END)"
    case .text, .enum, .instant, .reference, .point, .list, .object, .binary:
      "(\(text) COLLATE \"C\")"
    }
  }

  /// Returns the table of the elements of a list, called `e`.
  func elements(of name: String) -> String {
    switch self {
    case .sqlite: "json_each(o.data, '$.\(name)') AS e"
    case .postgreSQL:
      "json_array_elements(CASE json_typeof(o.data->'\(name)') WHEN 'array' "
        + "THEN o.data->'\(name)' END) AS e (value)"
    }
  }

  /// Returns the condition that a value is among those of a JSON array, which is one parameter.
  ///
  /// - Parameter kind: one of them, as which all are compared.
  func isAmong(_ value: String, of kind: DataValue.Content?) -> String {
    switch (self, kind) {
    case (.sqlite, _): "\(value) IN (SELECT given.value FROM json_each(?) AS given)"
    case (.postgreSQL, .integer): "\(value) = ANY(\(Self.array("given.value::bigint")))"
    case (.postgreSQL, .decimal): "\(value) = ANY(\(Self.array("given.value::double precision")))"
    case (.postgreSQL, _): "\(value) = ANY(\(Self.array("given.value COLLATE \"C\"")))"
    }
  }

  private static func array(_ element: String) -> String {
    "ARRAY(SELECT \(element) FROM json_array_elements_text(CAST(? AS json)) AS given (value))"
  }

  /// Returns the condition that a text contains another one.
  func contains(_ value: String) -> String {
    self == .sqlite ? "instr(\(value), ?) > 0" : "strpos(\(value), ?) > 0"
  }

  /// Returns the condition that a text contains another one, whatever the case of ASCII letters.
  func containsInAnyCase(_ value: String) -> String {
    switch self {
    case .sqlite: "instr(lower(\(value)), lower(?)) > 0"
    case .postgreSQL: "strpos(lower(\(value)), lower(CAST(? AS text) COLLATE \"C\")) > 0"
    }
  }

  /// Returns the condition that a text ends with another one, whose length is the second parameter.
  func ends(_ value: String) -> String {
    self == .sqlite ? "? = substr(\(value), -?)" : "? = right(\(value), ?)"
  }

  /// A parameter that has a fraction, for comparisons with whole numbers.
  var realParameter: String { self == .sqlite ? "?" : "CAST(? AS double precision)" }

  /// Returns a statement for the rows of another one up to the first with which their records have more than
  /// so many bytes, and perhaps the next one. SQLite reads no further than asked; PostgreSQL would send all rows
  /// of a result.
  func limited(_ rows: String, to bytes: Int) -> String {
    guard self == .postgreSQL else { return rows }
    // The row before may be the first of a page, which is there whatever its size.
    let before = "ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING"
    return
      "SELECT * FROM (SELECT page.*, coalesce(sum(octet_length(page.data::text)) OVER (\(before)), 0) "
      + "AS bytes_before FROM (\(rows)) AS page) AS counted WHERE bytes_before <= \(bytes)"
  }

  func order(by value: String, isDescending: Bool) -> String {
    switch self {
    case .sqlite: isDescending ? "\(value) DESC" : value
    case .postgreSQL: isDescending ? "\(value) DESC NULLS LAST" : "\(value) NULLS FIRST"
    }
  }
}
