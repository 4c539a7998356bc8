// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
package import ResourceModel
import SQL

/// Figures of the records of a type, within the limits of other reads.
package struct StoreAggregates {
  let store: ResourceStore

  /// Returns the groups in the order of their keys, missing values first, and whether there are more.
  package func groups(_ query: AggregateQuery) throws -> (groups: [AggregateGroup], hasMore: Bool) {
    let (records, dialect) = (query.records, store.dialect)
    let type = records.type
    let limit = max(1, min(query.limit, ResourceQuery.mostLimit))
    var filter = FilterSQL(type, records.relations, in: dialect)
    var conditions = [StoreSchema.isLive(type, alias: "o.")]
    if records.filter != .all([]) { conditions.append(try filter.condition(records.filter)) }
    let keys = query.by.compactMap(type.attribute)
    let figures = query.figures.compactMap { figure in
      type.attribute(figure.name).map { (figure.function, $0) }
    }
    let values = keys.map { dialect.value(of: $0, alias: "o.") }
    let columns = values + ["count(*)"] + figures.map { dialect.figure($0, of: $1) }
    let places = values.indices.map { "\($0 + 1)" }
    let nulls = dialect == .sqlite ? "" : " NULLS FIRST"
    var sql = "SELECT \(columns.joined(separator: ", ")) FROM object AS o WHERE "
    sql += conditions.joined(separator: " AND ")
    if !places.isEmpty {
      sql += " GROUP BY \(places.joined(separator: ", ")) ORDER BY "
      sql += places.map { $0 + nulls }.joined(separator: ", ")
    }
    sql += " LIMIT \(limit + 1)"
    let groups = try store.read { [filter, sql] database in
      try records.admit(by: store.settings, in: &database)
      return try database.rows(sql, filter.values) { (row: borrowing Row) throws(RowError) in
        var found: [SQLValue] = []
        for column in 0..<row.count { found.append(try row[column]) }
        let count: Int = try row[keys.count]
        return AggregateGroup(
          zip(keys, found).map { $1.dataValue(of: $0.kind) },
          count: count,
          zip(figures, found.dropFirst(keys.count + 1)).map { figure, value in
            value.dataValue(of: figure.0 == .avg ? .number : figure.1.kind)
          }
        )
      }
    }
    return (Array(groups.prefix(limit)), groups.count > limit)
  }
}

extension StoreDialect {
  /// Returns the expression of a figure; sums are numbers with a fraction, which do not overflow.
  fileprivate func figure(_ function: AggregateQuery.Function, of attribute: Attribute) -> String {
    let value = value(of: attribute, alias: "o.")
    switch (function, self) {
    case (.min, _), (.max, _): return "\(function.rawValue)(\(value))"
    case (_, .postgreSQL): return "\(function.rawValue)(CAST(\(value) AS double precision))"
    case (.sum, .sqlite): return "CASE WHEN count(\(value)) > 0 THEN total(\(value)) END"
    case (.avg, .sqlite): return "avg(\(value))"
    }
  }
}

extension SQLValue {
  /// The value as JSON has one of an attribute's kind.
  fileprivate func dataValue(of kind: Attribute.Kind) -> DataValue {
    switch (self, kind) {
    case (.integer(let integer), .boolean): return .bool(integer != 0)
    case (.real(let number), _):
      return Int64(exactly: number).map { .integer($0) } ?? DataValue(.decimal(DataDecimal(number)))
    case (.integer(let integer), _): return .integer(integer)
    case (.text(let text), _): return .text(text)
    case (.null, _), (.blob, _): return .null
    }
  }
}
