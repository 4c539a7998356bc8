// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import ResourceModel
import SQL

/// The statements of a list: one for a page, one that counts.
///
/// A page begins behind the sort keys of the record before it (keyset paging), so the thousandth
/// page costs as much as the first, and inserted or deleted records do not shift it. The id breaks
/// ties, in the direction of the last key, so that an index on one attribute gives the whole order.
struct ListSQL {
  let page: String
  /// The condition for records of all pages.
  private let matching: String
  private let filterValues: [any SQLConvertible]
  let values: [any SQLConvertible]
  let offset: Int
  private let limit: Int

  init(
    _ query: ResourceQuery,
    token: PageToken?,
    in dialect: StoreDialect
  ) throws(StoreError) {
    var filter = FilterSQL(query.type, query.relations, in: dialect)
    var conditions = [StoreSchema.isLive(query.type, alias: "o.")]
    if query.filter != .all([]) { conditions.append(try filter.condition(query.filter)) }
    var values = filter.values
    if let owner = query.owner {
      conditions.append("o.owner = ?")
      values.append(owner)
    }
    if let zone = query.zone {
      conditions.append("o.zone = ?")
      values.append(zone)
    }
    filterValues = values
    matching = conditions.joined(separator: " AND ")
    let keys = query.order.map { SortKey($0, of: query.type, in: dialect) }
    let isDescending = query.order.last?.isDescending ?? false
    var rest = ""
    if let token {
      var behind = Behind(keys, token, isDescending: isDescending)
      rest = " AND \(behind.condition())"
      values += behind.values
    }
    var page = "SELECT "
    page += StoredRow.columns
    for key in keys { page += ", \(key.sql)" }
    page += " FROM object AS o WHERE \(matching)\(rest) ORDER BY "
    for key in keys {
      page += dialect.order(by: key.sql, isDescending: key.isDescending)
      page += ", "
    }
    page += isDescending ? "o.uuid DESC LIMIT ?" : "o.uuid LIMIT ?"
    self.page = page
    self.values = values
    offset = token?.offset ?? 0
    limit = query.limit
  }

  /// Counts the records that match, with those of earlier pages.
  ///
  /// - Parameter counted: the most that are counted, unless an exact count is asked for.
  func total(
    of query: ResourceQuery,
    counting counted: Int,
    in database: inout StoreConnection
  ) throws -> (Int?, isExact: Bool) {
    guard query.count != .none else { return (nil, false) }
    if query.filter == .all([]), query.owner == nil, query.zone == nil {
      return (try RecordCounts.live(query.type.name, in: &database), true)
    }
    let count =
      "SELECT count(*) FROM (SELECT 1 FROM object AS o WHERE \(matching) LIMIT ?) AS found"
    let most = query.count == .exact ? Int.max : counted + 1
    let total: Int = try database.value(count, filterValues + [most]) ?? 0
    guard query.count == .bounded, total > counted else { return (total, true) }
    return (counted, false)
  }

  /// Returns the ids of the records of all pages in their order, one more than the query's limit at most.
  func ids(in database: inout StoreConnection) throws -> [ResourceID] {
    try database.rows(
      "SELECT o.uuid FROM object AS o WHERE \(matching) ORDER BY o.uuid LIMIT ?",
      filterValues + [limit + 1]
    ) { (row: borrowing Row) throws(RowError) in
      let text: String = try row[0]
      guard let id = ResourceID(text) else { throw RowError(.corrupt, "the id \(text) is none") }
      return id
    }
  }

  /// An expression that a list is sorted by; missing values are the least.
  private struct SortKey {
    let sql: String
    let isDescending: Bool
    let mayBeMissing: Bool

    init(_ order: ResourceOrder, of type: ResourceType, in dialect: StoreDialect) {
      let attribute = type.attribute(order.name)
      sql = attribute.map { dialect.value(of: $0, alias: "o.") } ?? FilterSQL.column(order.name)
      isDescending = order.isDescending
      mayBeMissing = attribute?.isRequired == false
    }
  }

  /// The condition for records behind that of a token.
  private struct Behind {
    private let keys: [SortKey]
    private let token: PageToken
    private let isDescending: Bool
    private(set) var values: [any SQLConvertible] = []

    init(_ keys: [SortKey], _ token: PageToken, isDescending: Bool) {
      self.keys = keys
      self.token = token
      self.isDescending = isDescending
    }

    mutating func condition() -> String {
      // The bound of the first key alone lets an index begin there; the rest decides.
      var bound = ""
      if let key = keys.first, let value = Behind.value(token.keys[0]),
        !(key.isDescending && key.mayBeMissing)
      {
        values.append(value)
        bound = "\(key.sql) \(key.isDescending ? "<=" : ">=") ? AND "
      }
      return "(\(bound)\(condition(from: 0)))"
    }

    /// Returns the condition by the keys from one on.
    private mutating func condition(from index: Int) -> String {
      guard index < keys.count else {
        values.append(token.id)
        return isDescending ? "o.uuid < ?" : "o.uuid > ?"
      }
      let key = keys[index]
      guard let value = Behind.value(token.keys[index]) else {
        let same = "\(key.sql) IS NULL AND \(condition(from: index + 1))"
        return key.isDescending ? "(\(same))" : "(\(key.sql) IS NOT NULL OR (\(same)))"
      }
      values.append(value)
      let missing = key.isDescending && key.mayBeMissing ? " OR \(key.sql) IS NULL" : ""
      values.append(value)
      let rest = condition(from: index + 1)
      let comparator = key.isDescending ? "<" : ">"
      return "(\(key.sql) \(comparator) ?\(missing) OR (\(key.sql) = ? AND \(rest)))"
    }

    private static func value(_ key: DataValue) -> SQLValue? {
      switch key.content {
      case .integer(let integer): .integer(integer)
      case .decimal(let decimal): .real(decimal.value)
      case .string(let text): .text(text)
      default: nil
      }
    }
  }
}
