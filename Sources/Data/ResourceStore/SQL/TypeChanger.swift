// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import ResourceModel
import SQL

/// Changes the types of a store, with the tables that they need and the form of their records.
struct TypeChanger {
  let present: TypeSet
  let dialect: StoreDialect

  func change(
    to types: TypeSet,
    _ options: TypeChangeOptions,
    in database: inout StoreConnection
  ) throws -> TypeChangeReport {
    let changes = present.changes(to: types)
    let touched = Set(changes.map(\.type))
    var records: [String: Int] = [:]
    for name in touched where present[name] != nil {
      records[name] = try RecordCounts.live(name, in: &database)
    }
    var lost: [String: TypeExtent] = [:]
    for name in touched where types[name] == nil {
      lost[name] = try extent(of: name, records[name] ?? 0, in: &database)
    }
    var misfits: [TypeChangeReport.Misfit] = []
    for change in changes where change.effect == .loss {
      let live = records[change.type] ?? 0
      let deleted = lost[change.type]?.deletedRecords ?? 0
      guard live > 0 || deleted > 0 else { continue }
      guard options.contains(.allowsLoss) || options.contains(.dryRun), types[change.type] == nil
      else {
        var report = TypeChangeReport(changes: changes, records: records, misfits: [])
        report.lost = lost
        throw StoreError(
          .types(report),
          "\(change.type): \(change.message), and there are \(live) records"
            + (deleted > 0 ? " and \(deleted) deleted ones that could be restored; " : "; ")
            + "expected none of them, or a removal that allows their loss"
        )
      }
    }
    for type in present.types where touched.contains(type.name) {
      try StoreSchema(dialect).withdraw(type, from: &database)
      if types[type.name] == nil { try remove(type, in: &database) }
    }
    var converted: [String: Int] = [:]
    for type in types.types where touched.contains(type.name) {
      let (count, others) = try install(type, over: present[type.name], in: &database)
      if count > 0 { converted[type.name] = count }
      misfits += others
    }
    var report = TypeChangeReport(changes: changes, records: records, misfits: misfits)
    report.lost = lost
    if misfits.isEmpty { report.converted = converted }
    guard misfits.isEmpty || options.contains(.dryRun) else {
      let first = misfits[0]
      throw StoreError(
        .types(report),
        "records do not fit the new types, such as \(first.id): "
          + ValidationErrors(first.errors).description
      )
    }
    if !converted.isEmpty || lost.values.contains(where: { $0.records + $0.deletedRecords > 0 }) {
      try database.run(
        """
        INSERT INTO meta VALUES ('conversion', ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """,
        [[UInt8].random(count: 8)]
      )
    }
    return report
  }

  /// Counts the rows that are lost with a type.
  private func extent(
    of type: String,
    _ records: Int,
    in database: inout StoreConnection
  ) throws -> TypeExtent {
    func count(_ rows: String, _ database: inout StoreConnection) throws -> Int {
      try database.value("SELECT count(*) FROM \(rows)", [type]) ?? 0
    }
    let own = "IN (SELECT uuid FROM object WHERE type = ?)"
    var extent = TypeExtent()
    extent.records = records
    extent.deletedRecords = try count(
      "object WHERE type = ? AND deleted IS NOT NULL",
      &database
    )
    extent.references = try count("edge WHERE src \(own)", &database)
    extent.grants = try count("access_grant WHERE record \(own)", &database)
    extent.files = try count("record_file WHERE record \(own)", &database)
    return extent
  }

  /// Removes a type with its records.
  private func remove(_ type: ResourceType, in database: inout StoreConnection) throws {
    for (table, column) in [
      ("change", "uuid"), ("access_grant", "record"), ("record_file", "record"),
    ] {
      try database.run(
        "DELETE FROM \(table) WHERE \(column) IN (SELECT uuid FROM object WHERE type = ?)",
        [type.name]
      )
    }
    try database.run("DELETE FROM object WHERE type = ?", [type.name])
    try database.run("DELETE FROM type WHERE name = ?", [type.name])
  }

  /// Adds a type to the schema, and its records to its indexes; returns the number of those that get a new
  /// form, and some that do not fit it.
  private func install(
    _ type: ResourceType,
    over present: ResourceType?,
    in database: inout StoreConnection
  ) throws -> (converted: Int, misfits: [TypeChangeReport.Misfit]) {
    let declaration = try ResourceType.shape.write(type).map(JSONWriter().bytes) ?? []
    try database.run(
      """
      INSERT INTO type (name, declaration) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET declaration = excluded.declaration
      """,
      [type.name, String(decoding: declaration, as: UTF8.self)]
    )
    let additions = StoreSchema(dialect).additions(of: type).sorted { $0.key < $1.key }
    // Tables are there before records are put into them; indexes come after, when all are right.
    for (name, statement) in additions where name.hasPrefix("TABLE") {
      try database.execute(statement)
    }
    var converted = 0
    if let present {
      let (count, misfits) = try index(type, over: present, in: &database)
      guard misfits.isEmpty else { return (count, misfits) }
      converted = count
    }
    for (name, statement) in additions where name.hasPrefix("INDEX") {
      do {
        try database.transaction { try $0.execute(statement) }
      } catch {
        guard
          let names = StoreSchema(dialect).uniqueNames(
            of: type,
            violatedBy: error,
            at: name
          )
        else { throw error }
        return (converted, try twins(names, of: type, in: &database))
      }
    }
    return (converted, [])
  }

  /// Puts the live records of a type into its tables; returns the number of those that get a new form, and at
  /// most ten that do not fit it.
  private func index(
    _ type: ResourceType,
    over present: ResourceType,
    in database: inout StoreConnection
  ) throws -> (converted: Int, misfits: [TypeChangeReport.Misfit]) {
    let binaries = type.attributes.filter { attribute in
      attribute.kind == .binary
        && ([attribute.name] + attribute.formerNames).allSatisfy {
          present.attribute($0)?.kind != .binary
        }
    }
    var misfits: [TypeChangeReport.Misfit] = []
    var converted = 0
    try StoredRow.visitLive(type, in: &database) { rows, database in
      for row in rows {
        var resource = row.resource
        do throws(ValidationErrors) {
          resource.attributes = type.upgraded(resource.attributes, from: present)
          if resource.attributes != row.resource.attributes {
            resource.classVersion = type.classVersion
          }
          try Self.checkEmpty(binaries, of: resource)
          resource.attributes = try type.accepted(resource.attributes, isNew: false)
        } catch {
          misfits.append(TypeChangeReport.Misfit(id: resource.id, errors: error.errors))
          continue
        }
        if try store(resource, of: row, type, in: &database) { converted += 1 }
      }
      return misfits.count < 10
    }
    return (converted, Array(misfits.prefix(10)))
  }

  /// Refuses values of attributes that were not binary when they were written: no upload has set them.
  private static func checkEmpty(
    _ attributes: [Attribute],
    of resource: Resource
  ) throws(ValidationErrors) {
    let errors = attributes.filter { resource.attributes[$0.name]?.isNull == false }.map {
      ValidationError(
        $0.name,
        .reference,
        "was not uploaded; expected no value before it is binary"
      )
    }
    guard errors.isEmpty else { throw ValidationErrors(errors) }
  }

  /// Stores a record in the form of a new declaration, under its old version; returns whether that is another
  /// form.
  private func store(
    _ resource: Resource,
    of row: StoredRow,
    _ type: ResourceType,
    in database: inout StoreConnection
  ) throws -> Bool {
    let isConverted = resource.attributes != row.resource.attributes
    if isConverted {
      try database.run(
        "UPDATE object SET data = ?, class = ? WHERE id = ?",
        [try StoredRow.data(resource), resource.classVersion, row.number]
      )
    }
    try RecordIndex(type, row.number, in: dialect).add(resource, in: &database)
    return isConverted
  }

  /// Returns records that share the values of attributes that are to be unique together.
  private func twins(
    _ names: [String],
    of type: ResourceType,
    in database: inout StoreConnection
  ) throws -> [TypeChangeReport.Misfit] {
    let values = names.compactMap(type.attribute).map { dialect.value(of: $0) }
    let areThere = values.map { " AND \($0) IS NOT NULL" }.joined()
    return try database.rows(
      """
      SELECT max(uuid) FROM object WHERE \(StoreSchema.isLive(type))\(areThere)
      GROUP BY \(values.joined(separator: ", ")) HAVING count(*) > 1 LIMIT 10
      """
    ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
    .compactMap(ResourceID.init).map { id in
      TypeChangeReport.Misfit(id: id, errors: names.map { .taken($0, among: names) })
    }
  }
}
