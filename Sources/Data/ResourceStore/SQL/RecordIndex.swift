// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import SQL

/// The rows that live records have in the tables of edges, points and texts.
struct RecordIndex {
  private let dialect: StoreDialect
  private let type: ResourceType
  private let number: Int64

  init(_ type: ResourceType, _ number: Int64, in dialect: StoreDialect) {
    self.dialect = dialect
    self.type = type
    self.number = number
  }

  func add<Connection: SQLConnection & ~Copyable>(
    _ resource: Resource,
    in database: inout Connection
  ) throws {
    for (position, edge) in type.edges(of: resource).enumerated() {
      try database.post(
        "INSERT INTO edge VALUES (?, ?, ?, ?)",
        [resource.id.text, edge.name, position, edge.target]
      )
    }
    for attribute in type.points {
      guard let point = resource.attributes[attribute.name].flatMap(Point.init) else { continue }
      let (latitude, longitude) = (point.latitude, point.longitude)
      try database.post(
        dialect.insertionOfPoint(into: StoreSchema(dialect).pointTable(type, attribute)),
        dialect == .sqlite
          ? [number, latitude, latitude, longitude, longitude] : [number, longitude, latitude]
      )
    }
    let texts = type.searchedTexts(of: resource)
    if !texts.isEmpty {
      try database.post(
        dialect.insertionOfText(into: StoreSchema(dialect).textTable(type)),
        [number, dialect.searchable(texts)]
      )
    }
  }

  func remove<Connection: SQLConnection & ~Copyable>(
    _ resource: Resource,
    in database: inout Connection
  ) throws {
    if !type.references.isEmpty {
      try database.post("DELETE FROM edge WHERE src = ?", [resource.id.text])
    }
    for attribute in type.points {
      let table = StoreSchema(dialect).pointTable(type, attribute)
      try database.post("DELETE FROM \"\(table)\" WHERE id = ?", [number])
    }
    if !type.searchedNames.isEmpty {
      let table = StoreSchema(dialect).textTable(type)
      try database.post("DELETE FROM \"\(table)\" WHERE \(dialect.number) = ?", [number])
    }
  }
}

extension ResourceType {
  /// The references of a record: the attribute and the id that it leads to.
  func edges(of resource: Resource) -> [(name: String, target: String)] {
    references.flatMap { attribute in
      resource.texts(of: attribute.name).map { (attribute.name, $0) }
    }
  }
}
