// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import ResourceModel
import SQL
import SQLite

/// The tables of a store, and the additions of declared types.
///
/// All records are in one table; a declared index is a partial index over an expression of their
/// JSON, so that a type can change at any time without a table of its own.
struct StoreSchema {
  let dialect: StoreDialect

  init(_ dialect: StoreDialect) { self.dialect = dialect }

  var steps: [String] { dialect == .sqlite ? Self.sqlite : Self.postgreSQL }

  /// The rows of a type that lists show. The literal name lets the planner use partial indexes; names
  /// of types are letters, digits and underscores.
  static func isLive(_ type: ResourceType, alias: String = "") -> String {
    "\(alias)type = '\(type.name)' AND \(alias)deleted IS NULL"
  }

  /// - Parameter names: the attributes whose values are unique, together if they are several.
  func uniqueIndex(_ type: ResourceType, _ names: [String]) -> String {
    dialect.name("unique_\(type.name)_\(names.joined(separator: "+"))")
  }

  func pointTable(_ type: ResourceType, _ attribute: Attribute) -> String {
    dialect.name("point_\(type.name)_\(attribute.name)")
  }

  func textTable(_ type: ResourceType) -> String { "text_\(type.name)" }

  /// Returns the names of the attributes whose values another record has, where that is what an error says.
  func uniqueNames(
    of type: ResourceType,
    violatedBy error: any Error,
    at addition: String? = nil
  ) -> [String]? {
    let place: String
    switch error {
    case let error as SQLiteError where error.code == .unique: place = addition ?? error.message
    case let error as PostgreSQLError where error.isUniqueViolation:
      place = "'\(error.constraint ?? "")'"
    default: return nil
    }
    return type.allUnique.first { names in
      let name = uniqueIndex(type, names)
      return place.contains("'\(name)'") || place.contains("\"\(name)\"")
    }
  }

  /// The indexes of the columns by which records of a type are sorted and compared.
  func columnIndexes(of type: ResourceType) -> [(name: String, definition: String)] {
    let live = Self.isLive(type)
    return ["created", "updated", "version"].map { column in
      let name = "\(column)_\(type.name)"
      return (name, "\"\(name)\" ON object (\(column)\(nulls), uuid) WHERE \(live)")
    }
  }

  /// The place of missing values in an index, as lists are sorted.
  private var nulls: String { dialect == .sqlite ? "" : " NULLS FIRST" }

  /// The statement that removes what a type has added. A store that an older version has made may lack it.
  static func removal(of addition: String) -> String {
    let words = addition.split(separator: " ", maxSplits: 1)
    return "DROP \(words[0]) IF EXISTS \(words[1])"
  }

  /// The names of what a type adds, each with the statement that makes it.
  func additions(of type: ResourceType) -> [String: String] {
    let live = Self.isLive(type)
    // Each type has an index of its own: with one that all share, the planner prefers it to the
    // index of an attribute, and then sorts every record.
    var additions = [
      "INDEX \"live_\(type.name)\"":
        "CREATE INDEX \"live_\(type.name)\" ON object (uuid) WHERE \(live)"
    ]
    for index in columnIndexes(of: type) {
      additions["INDEX \"\(index.name)\""] = "CREATE INDEX IF NOT EXISTS \(index.definition)"
    }
    for attribute in type.attributes {
      let value = dialect.value(of: attribute)
      if attribute.isIndexed, !attribute.isUnique {
        let name = dialect.name("index_\(type.name)_\(attribute.name)")
        additions["INDEX \"\(name)\""] =
          "CREATE INDEX \"\(name)\" ON object (\(value)\(nulls), uuid) WHERE \(live)"
      }
      if attribute.kind == .point {
        let name = pointTable(type, attribute)
        additions["TABLE \"\(name)\""] = dialect.creation(ofPointTable: name)
      }
    }
    for names in type.allUnique {
      let name = uniqueIndex(type, names)
      let values = names.compactMap(type.attribute).map { dialect.value(of: $0) + nulls }
      additions["INDEX \"\(name)\""] =
        "CREATE UNIQUE INDEX \"\(name)\" ON object (\(values.joined(separator: ", "))) WHERE \(live)"
    }
    if type.attributes.contains(where: \.isSearched) {
      let name = textTable(type)
      additions["TABLE \"\(name)\""] = dialect.creation(ofTextTable: name)
    }
    return additions
  }
}

extension ResourceType {
  /// The names of the attributes that are unique, alone or together with others.
  fileprivate var allUnique: [[String]] {
    attributes.filter(\.isUnique).map { [$0.name] } + uniqueGroups
  }
}

extension StoreSchema {
  /// Removes what a type has added to the schema, and the references of its records.
  func withdraw<Connection: SQLConnection & ~Copyable>(
    _ type: ResourceType,
    from database: inout Connection
  ) throws {
    for name in additions(of: type).keys.sorted() {
      try database.execute(StoreSchema.removal(of: name))
    }
    try database.run(
      "DELETE FROM edge WHERE src IN (SELECT uuid FROM object WHERE type = ?)",
      [type.name]
    )
  }
}
