// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import SQL
import Synchronization

/// Writes records with their versions, changes, edges, points and texts.
struct RecordWriter {
  private let store: ResourceStore
  let types: TypeSet
  let now: Timestamp
  /// The sender of the present write, whose rights decide.
  private var principal: Principal?
  var counts = RecordCounts()
  /// Whether the current write has changed the database, so that its failure needs a rollback.
  private(set) var hasStored = false
  /// The bytes of the records that were read and written.
  var bytes = RecordBytes(atMost: .max)
  /// The author of changes, and of those that follow by references, as the table of changes has them.
  private let author: String?
  private let authorByReference: String?

  init(_ store: ResourceStore, at now: Timestamp, by author: ChangeAuthor?) {
    self.store = store
    types = store.types
    self.now = now
    self.author = author?.text
    authorByReference = author?.byReference.text
  }

  mutating func perform(
    _ write: ResourceWrite,
    in database: inout StoreConnection
  ) throws -> WriteOutcome {
    let (type, id) = try target(of: write)
    principal = write.principal
    hasStored = false
    try type.demand(write.capability)
    // Under a newly generated id there is no row, no grant and no file to look up.
    let isNew = write.makesID
    let row = isNew ? nil : try row(of: id, in: &database)
    if let found = row?.resource, found.type != type.name {
      throw StoreError(.idTaken, "\(id) is of the type \(found.type); expected one of \(type.name)")
    }
    try write.decision?.check(row?.resource, id)
    let grants = isNew ? [] : try grants(on: id, in: &database)
    let known = type.hasFiles && !isNew ? try FileRows.digests(of: id, in: &database) : []
    let (kind, changed) = try write.applied(
      to: row?.resource,
      id: id,
      of: type,
      at: now,
      grants: grants,
      files: known
    )
    if type.hasFiles, kind != .unchanged {
      let kept = Set(type.files(of: changed).map(\.file.digest))
      hasStored = hasStored || kept != known
      try FileRows.replace(known, by: kept, of: id, in: &database)
    }
    var outcome = WriteOutcome(.unchanged, changed)
    if kind != .unchanged {
      let stored = try store(
        changed,
        over: row,
        of: type,
        kind,
        atMost: kind == .deleted ? .max : write.recordBytes,
        in: &database
      )
      var others: [Resource] = []
      if kind == .deleted { try release(stored, in: &database, &others) }
      if !write.files.isEmpty { try checkFileBytes(of: stored, write, in: &database) }
      outcome = WriteOutcome(kind, stored, others: others)
    }
    let access = RecordAccess(principal, to: type)
    // A new record has what its sender has given; another one would be read by a write that changes nothing.
    outcome.shown =
      access.allowsFetch || outcome.kind == .created
      ? access.shown(outcome.resource, grants: grants) : nil
    return outcome
  }

  /// Returns the row of a record, whose bytes count.
  private mutating func row(
    of id: ResourceID,
    in database: inout StoreConnection
  ) throws -> StoredRow? {
    let row = try StoredRow.find(id, in: &database)
    try bytes.add(row?.byteCount ?? 0)
    return row
  }

  private func checkFileBytes(
    of stored: Resource,
    _ write: ResourceWrite,
    in database: inout StoreConnection
  ) throws {
    guard let quota = write.ownerFileBytes, let owner = stored.owner else { return }
    let bytes = try FileRows.bytes(of: owner, types, store.dialect, in: &database)
    guard bytes > quota else { return }
    throw StoreError(
      .overQuota(used: bytes, quota: quota),
      "the files of the owner's records would have \(bytes) bytes; expected at most \(quota)"
    )
  }

  private func target(of write: ResourceWrite) throws(StoreError) -> (ResourceType, ResourceID) {
    switch write.action {
    case .create(let name, let id, _):
      guard let type = types[name] else { throw StoreError.unknownType(name, among: types) }
      let id = id ?? newID(type.prefix)
      guard id.prefix == type.prefix else {
        throw StoreError(
          .idTaken,
          "\(id) has the prefix \(id.prefix); expected \(type.prefix) for \(type.name)"
        )
      }
      return (type, id)
    case .replace(let id, _), .update(let id, _), .delete(let id), .undelete(let id):
      guard let type = types.type(of: id) else {
        throw StoreError(.notFound, "there is no record \(id), and no type with its prefix")
      }
      return (type, id)
    }
  }

  private func newID(_ prefix: String) -> ResourceID {
    var random = SystemRandomNumberGenerator()
    return store.ids.withLock { $0.next(prefix, at: now, using: &random) }
  }

  /// Stores a record under the next version of its zone.
  ///
  /// - Parameters:
  ///   - isByReference: whether the change follows from that of another record.
  ///   - most: the most bytes of its attributes.
  mutating func store(
    _ changed: Resource,
    over row: StoredRow?,
    of type: ResourceType,
    _ kind: WriteOutcome.Kind,
    isByReference: Bool = false,
    atMost most: Int = .max,
    in database: inout StoreConnection
  ) throws -> Resource {
    if kind != .deleted {
      try checkReferences(of: changed, before: row, type, in: &database)
      if let error = store.dialect.obstacle(to: changed, of: type) {
        throw StoreError.invalid(ValidationErrors([error]))
      }
    }
    var stored = changed
    stored.version = try counts.nextVersion(of: changed.zone, in: &database)
    let data = try data(of: stored, over: row, atMost: most)
    let number = try put(stored, data, over: row, of: type, in: &database)
    let index = RecordIndex(type, number, in: store.dialect)
    if let row, row.resource.deleted == nil { try index.remove(row.resource, in: &database) }
    if stored.deleted == nil { try index.add(stored, in: &database) }
    try database.post(
      "INSERT INTO change (zone, version, uuid, op, at, author) VALUES (?, ?, ?, ?, ?, ?)",
      [
        stored.zone, stored.version, stored.id.text, kind.rawValue, now.milliseconds,
        isByReference ? authorByReference : author,
      ]
    )
    let before = row.map { $0.resource.deleted == nil } == true ? 1 : 0
    counts.add((stored.deleted == nil ? 1 : 0) - before, to: type)
    return stored
  }

  /// Gives a record its next version without another change.
  mutating func touch(_ id: ResourceID, in database: inout StoreConnection) throws -> Resource {
    guard let row = try StoredRow.find(id, in: &database), row.resource.deleted == nil,
      let type = types.type(of: id)
    else { throw StoreError(.notFound, "there is no record \(id)") }
    return try store(row.resource, over: row, of: type, .updated, in: &database)
  }

  /// Returns the attributes of a record as they are stored; throws if they have too many bytes.
  private mutating func data(
    of resource: Resource,
    over row: StoredRow?,
    atMost most: Int
  ) throws -> String {
    let data = try StoredRow.data(resource)
    let before = row?.byteCount ?? 0
    guard data.utf8.count <= max(most, before) else {
      throw StoreError(
        .tooLarge,
        "\(resource.id) would have \(data.utf8.count) bytes; expected at most \(most)"
      )
    }
    try bytes.add(max(0, data.utf8.count - before))
    return data
  }

  private mutating func put(
    _ resource: Resource,
    _ data: String,
    over row: StoredRow?,
    of type: ResourceType,
    in database: inout StoreConnection
  ) throws -> Int64 {
    let deleted = resource.deleted?.milliseconds
    let hadStored = hasStored
    hasStored = true
    do {
      if let row {
        try database.run(
          """
          UPDATE object SET owner = ?, version = ?, class = ?, updated = ?, deleted = ?, data = ?
          WHERE id = ?
          """,
          [
            resource.owner, resource.version, resource.classVersion, resource.updated.milliseconds,
            deleted, data, row.number,
          ]
        )
        return row.number
      }
      let number = try database.insert(
        """
        INSERT INTO object
          (uuid, type, zone, owner, version, class, created, updated, deleted, data)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          resource.id.text, type.name, resource.zone, resource.owner, resource.version,
          resource.classVersion, resource.created.milliseconds, resource.updated.milliseconds,
          deleted, data,
        ],
        key: "id"
      )
      guard let number else { throw StoreError(.damaged, "\(resource.id) was given no number") }
      return number
    } catch {
      // SQLite undoes a statement that fails; PostgreSQL refuses all that follow it.
      if store.dialect == .sqlite { hasStored = hadStored }
      guard let names = StoreSchema(store.dialect).uniqueNames(of: type, violatedBy: error)
      else { throw error }
      throw StoreError.invalid(
        ValidationErrors(
          names.map { ValidationError.taken($0, among: names, "; expected one that no record has") }
        )
      )
    }
  }

  /// The rights that the principal was granted for a record.
  private func grants(on id: ResourceID, in database: inout StoreConnection) throws -> Set<String> {
    guard let grantees = principal?.grantees else { return [] }
    return Set(try GrantRows.find(on: [id], to: grantees, in: &database).map(\.right))
  }

  /// Returns the type of a live record; `nil` for one that does not exist, or that the principal
  /// may not see.
  private func visibleType(of text: String, in database: inout StoreConnection) throws -> String? {
    guard let principal else {
      return try database.value(
        "SELECT type FROM object WHERE uuid = ? AND deleted IS NULL",
        [text]
      )
    }
    guard let id = ResourceID(text), let type = types.type(of: id),
      let resource = try StoredRow.find(id, in: &database)?.resource, resource.deleted == nil,
      RecordAccess(principal, to: type)
        .shown(resource, grants: try grants(on: id, in: &database)) != nil
    else { return nil }
    return resource.type
  }

  /// Refuses references to records that are not there.
  private func checkReferences(
    of resource: Resource,
    before row: StoredRow?,
    _ type: ResourceType,
    in database: inout StoreConnection
  ) throws {
    var errors: [ValidationError] = []
    // References of an undeleted record are checked again.
    let before = row.flatMap { $0.resource.deleted == nil ? $0.resource : nil }
    let known = before.map { Set(type.edges(of: $0).map(\.target)) } ?? []
    for edge in type.edges(of: resource) where !known.contains(edge.target) {
      let target = try visibleType(of: edge.target, in: &database)
      let expected = type.attribute(edge.name)?.target ?? ""
      if target != expected {
        let seen = target.map { "is of the type \($0)" } ?? "is not there"
        errors.append(
          ValidationError(
            edge.name,
            .reference,
            "\(edge.target) \(seen); expected one of \(expected)"
          )
        )
      }
    }
    guard errors.isEmpty else { throw StoreError.invalid(ValidationErrors(errors)) }
  }

  /// Applies a deletion to the records that refer to the deleted one, as their types declare. It is deleted
  /// already, so that a circle of references ends.
  private mutating func release(
    _ deleted: Resource,
    in database: inout StoreConnection,
    _ others: inout [Resource]
  ) throws {
    let edges = try database.rows(
      "SELECT src, rel FROM edge WHERE dst = ? ORDER BY src, rel LIMIT ?",
      [deleted.id.text, store.settings.cascadedRecords + 1]
    ) { (row: borrowing Row) throws(RowError) in
      (source: try row[0] as String, name: try row[1] as String)
    }
    let sources = edges.compactMap { edge in
      ResourceID(edge.source).flatMap { id in
        types.type(of: id)?.attribute(edge.name).map { (id: id, attribute: $0) }
      }
    }.filter { $0.id != deleted.id }
    let restricting = sources.filter { $0.attribute.onDelete == .restrict }.map(\.id)
    guard restricting.isEmpty else {
      let shown = try restricting.prefix(10).filter { id in
        try visibleType(of: id.text, in: &database) != nil
      }
      throw StoreError(
        .referred(by: shown),
        "\(deleted.id) is referred to by "
          + (shown.isEmpty ? "others" : shown.map(\.text).joined(separator: ", "))
          + "; expected none"
      )
    }
    guard others.count + sources.count <= store.settings.cascadedRecords else {
      throw StoreError(
        .costly,
        "the deletion of \(deleted.id) changes more than \(store.settings.cascadedRecords) records"
      )
    }
    for (id, attribute) in sources {
      try release(id, attribute, of: deleted, in: &database, &others)
    }
  }

  mutating func release(
    _ id: ResourceID,
    _ attribute: Attribute,
    of deleted: Resource,
    in database: inout StoreConnection,
    _ others: inout [Resource]
  ) throws {
    guard let row = try row(of: id, in: &database), row.resource.deleted == nil,
      let type = types.type(of: id)
    else { return }
    var changed = row.resource
    changed.updated = now
    guard attribute.onDelete == .cascade else {
      let kept = changed.attributes[attribute.name]?.elements.map { elements in
        DataValue.list(elements.filter { $0.string != deleted.id.text })
      }
      changed.attributes = changed.attributes.setting(attribute.name, kept)
      if attribute.isRequired, kept == nil {
        throw StoreError(
          .referred(by: [id]),
          "\(id) needs its \(attribute.name); expected another value before \(deleted.id) goes"
        )
      }
      others.append(
        try store(changed, over: row, of: type, .updated, isByReference: true, in: &database)
      )
      return
    }
    changed.deleted = now
    others.append(
      try store(changed, over: row, of: type, .deleted, isByReference: true, in: &database)
    )
    try release(changed, in: &database, &others)
  }
}
