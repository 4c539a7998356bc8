// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import SQLite

/// The rows that live records have in the tables of edges, points and texts.
struct RecordIndex {
  private let type: ResourceType
  private let number: Int64

  init(_ type: ResourceType, _ number: Int64) {
    self.type = type
    self.number = number
  }

  func add(_ resource: Resource, in database: inout Database) throws {
    for (position, edge) in type.edges(of: resource).enumerated() {
      try database.run(
        "INSERT INTO edge VALUES (?, ?, ?, ?)",
        [resource.id.text, edge.name, position, edge.target]
      )
    }
    for attribute in type.attributes where attribute.kind == .point {
      guard let point = resource.attributes[attribute.name].flatMap(Point.init) else { continue }
      let (latitude, longitude) = (point.latitude, point.longitude)
      try database.run(
        "INSERT INTO \"\(StoreSchema.pointTable(type, attribute))\" VALUES (?, ?, ?, ?, ?)",
        [number, latitude, latitude, longitude, longitude]
      )
    }
    let texts = type.searchedTexts(of: resource)
    if !texts.isEmpty {
      try database.run(
        "INSERT INTO \"\(StoreSchema.textTable(type))\" (rowid, body) VALUES (?, ?)",
        [number, texts.joined(separator: "\n")]
      )
    }
  }

  func remove(_ resource: Resource, in database: inout Database) throws {
    if !type.references.isEmpty {
      try database.run("DELETE FROM edge WHERE src = ?", [resource.id.text])
    }
    for attribute in type.attributes where attribute.kind == .point {
      let table = StoreSchema.pointTable(type, attribute)
      try database.run("DELETE FROM \"\(table)\" WHERE id = ?", [number])
    }
    if type.attributes.contains(where: \.isSearched) {
      let table = StoreSchema.textTable(type)
      try database.run("DELETE FROM \"\(table)\" WHERE rowid = ?", [number])
    }
  }
}

extension ResourceType {
  /// The references of a record: the attribute and the id that it leads to.
  func edges(of resource: Resource) -> [(name: String, target: String)] {
    references.flatMap { attribute in
      let value = resource.attributes[attribute.name]
      let targets = value?.elements ?? value.map { [$0] } ?? []
      return targets.compactMap { $0.string }.map { (attribute.name, $0) }
    }
  }

  /// The texts of a record that the full text search finds.
  func searchedTexts(of resource: Resource) -> [String] {
    attributes.filter(\.isSearched).flatMap { attribute in
      let value = resource.attributes[attribute.name]
      return (value?.elements ?? value.map { [$0] } ?? []).compactMap(\.string)
    }
  }
}
