// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// Storage of records. Calls block, so they belong on a worker pool.
///
/// Every engine passes the rules of `StoreConformance`. A write that has returned survives the end
/// of the process and of the machine.
package protocol ResourceStore: AccountStore, OutboxStore {
  /// The types as of the last change.
  var types: TypeSet { get }

  /// Changes the types, or reports what that would do.
  ///
  /// - Parameter change: returns the new types, given the present ones, to which nobody else makes a change
  ///   meanwhile.
  func setTypes(
    options: TypeChangeOptions,
    _ change: (TypeSet) throws -> TypeSet
  ) throws -> TypeChangeReport

  /// Returns a record; one that was deleted only with `withDeleted`.
  func resource(_ id: ResourceID, withDeleted: Bool) throws -> Resource?

  /// The same for a record that is not deleted, without waiting for anything but the disk: neither for a
  /// network nor for a connection that others use.
  func promptRecord(_ id: ResourceID) throws -> PromptRead<StoredRecord?>

  func page(_ query: ResourceQuery) throws -> ResourcePage

  /// Performs writes in one transaction.
  func write(_ batch: WriteBatch, at now: Timestamp) throws -> WriteAnswer

  /// Returns the answer that is kept under an idempotency key; throws if another request has the key.
  func keptAnswer(_ key: IdempotencyKey) throws -> [UInt8]?

  /// Returns the present state of the records that changed in a zone after a version, in the order of
  /// their commits.
  ///
  /// - Parameters:
  ///   - epoch: the epoch that the version belongs to, which has to be the present one; `nil` for that one.
  ///   - bytes: the most bytes of these records, of which the first is there in any case.
  func changes(
    since version: Int64,
    of epoch: StoreEpoch?,
    in zone: String,
    limit: Int,
    bytes: Int
  ) throws -> ChangePage

  /// Returns the commits of a zone after a version, each with what it did to its record; changes that
  /// were forgotten are left out.
  func commits(since version: Int64, in zone: String, limit: Int) throws -> [RecordCommit]

  /// Returns the commits that changed a record, the newest first, as far as they are among the newest
  /// `reach` changes of its zone.
  func commits(of record: ResourceID, in zone: String, among reach: Int) throws -> [RecordCommit]

  /// Returns the newest commits of all zones, the newest first.
  func newestCommits(limit: Int) throws -> [RecordCommit]

  /// The number of records that are deleted and not forgotten yet, and the instant of the first
  /// deletion.
  func deletedRecords() throws -> (count: Int, oldest: Timestamp?)

  /// The zones with their newest versions.
  func zones() throws -> [String: Int64]

  /// The sum of the newest versions of all zones, which rises with each commit, whoever makes it.
  func commitCount() throws -> Int64

  /// Returns the present epoch, to which all versions belong.
  func epoch() throws -> StoreEpoch

  /// Begins another epoch, unless that was done already.
  func endEpoch(_ epoch: StoreEpoch) throws

  /// The digests of the files that were uploaded for a record and that it still has.
  func files(of record: ResourceID) throws -> Set<String>

  /// The bytes of the files of the records of an owner that are not deleted.
  func fileBytes(ofOwner owner: String) throws -> Int64

  /// Returns those of some digests that are the file of no record, not even of one that was deleted
  /// and can be brought back.
  func unusedFiles(among digests: [String]) throws -> [String]

  /// Returns the grants on records, to some grantees or to all.
  func grants(on records: [ResourceID], to grantees: [String]?) throws -> [AccessGrant]

  /// Replaces the grants on a record, which gets a new version, so that those who may see it from
  /// now on find it among the changes.
  func setGrants(
    _ grants: [AccessGrant],
    on record: ResourceID,
    at now: Timestamp,
    by author: ChangeAuthor?
  ) throws -> Resource

  /// Returns grants on records that are not deleted.
  func grants(_ query: GrantQuery) throws -> [AccessGrant]

  /// Counts the grants on records that are not deleted, to grantees whose ids have a prefix.
  ///
  /// - Parameter reach: the most grants that are looked at, in the order of their grantees.
  func grantCounts(toPrefix prefix: String, among reach: Int) throws -> [GrantCount]

  /// Adds one grant to those on a record, which gets a new version.
  func add(_ grant: AccessGrant, at now: Timestamp, by author: ChangeAuthor?) throws -> GrantChange

  /// Removes one of the grants on a record, which gets a new version.
  func remove(
    _ grant: AccessGrant,
    at now: Timestamp,
    by author: ChangeAuthor?
  ) throws -> GrantChange

  /// Forgets deleted records, old changes and idempotency keys.
  func purge(deletedBefore: Timestamp, keysBefore: Timestamp) throws -> Int

  /// Finds out whether there is room for writes, by writing something and removing it; throws if there is none.
  func findRoom() throws

  /// A digest that stays with the records when they are moved or copied to another store.
  var identity: [UInt8] { get }

  /// Returns where the records were moved to; `nil` while they are here.
  func movedPlace() throws -> String?

  /// The engine, its size and its work, for operators.
  func figures() throws -> StoreFigures

  /// Copies the last commit to a new file.
  func backUp(to path: String) throws
}

extension ResourceStore {
  /// Returns the changes with as many bytes as usual.
  package func changes(since version: Int64, in zone: String, limit: Int) throws -> ChangePage {
    try changes(since: version, of: nil, in: zone, limit: limit, bytes: RecordSizes().page)
  }

  /// Replaces the types, whatever they are, or reports what that would do.
  package func setTypes(
    _ types: TypeSet,
    options: TypeChangeOptions
  ) throws -> TypeChangeReport {
    try setTypes(options: options) { _ in types }
  }
}

/// The outcome of a read that may not wait.
package enum PromptRead<Value: Sendable>: Sendable {
  case done(Value)
  case wouldWait
}

/// The effect of a change of types.
package struct TypeChangeOptions: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing is changed.
  package static let dryRun = TypeChangeOptions(rawValue: 1)
  /// Records of types that are removed may be lost.
  package static let allowsLoss = TypeChangeOptions(rawValue: 2)
}

/// The effect of a change of types.
package struct TypeChangeReport: Sendable, Equatable {
  package let changes: [TypeChange]
  /// The numbers of records of the types that change.
  package let records: [String: Int]
  /// Records that do not fit the new declarations, at most ten of a type.
  package let misfits: [Misfit]
  /// The extents of the types that are removed.
  package var lost: [String: TypeExtent] = [:]
  /// The numbers of records that get a new form under their versions, by the types that have some.
  package var converted: [String: Int] = [:]

  package init(changes: [TypeChange], records: [String: Int], misfits: [Misfit]) {
    self.changes = changes
    self.records = records
    self.misfits = misfits
  }

  package struct Misfit: Sendable, Equatable {
    package let id: ResourceID
    package let errors: [ValidationError]
  }
}

/// The rows that are lost with a type.
package struct TypeExtent: Sendable, Equatable {
  package var records = 0
  /// Records that are deleted, and could be brought back.
  package var deletedRecords = 0
  /// References of its records to others.
  package var references = 0
  /// Grants on its records.
  package var grants = 0
  /// Files of its records, deleted ones included; equal files of several records count for each.
  package var files = 0

  package init() {}
}

/// A part of a list.
package struct ResourcePage: Sendable, Equatable {
  /// The place of the first record in the whole list.
  package let offset: Int
  package let records: [StoredRecord]
  /// The number of all records that match; `nil` where nobody asked.
  package let total: Int?
  /// Whether `total` is exact; if not, there may be more.
  package let isTotalExact: Bool
  /// The token of the next page; `nil` at the end.
  package let next: String?
  /// The version of the zone, from which changes go on; that of the nameless zone for a query of all.
  package var version: Int64 { position.version }
  package let position: ChangePosition
  /// Names the last change of types that converted records or removed some, under whatever versions those
  /// have; `nil` before the first.
  package let conversion: [UInt8]?

  package init(
    offset: Int,
    records: [StoredRecord],
    total: Int?,
    isTotalExact: Bool,
    next: String?,
    position: ChangePosition,
    conversion: [UInt8]?
  ) {
    self.offset = offset
    self.records = records
    self.total = total
    self.isTotalExact = isTotalExact
    self.next = next
    self.position = position
    self.conversion = conversion
  }

  /// The records with their attributes.
  package var resources: [Resource] {
    get throws(StoreError) {
      try records.map { record throws(StoreError) in try record.resource() }
    }
  }
}

/// Changed records of a zone.
package struct ChangePage: Sendable, Equatable {
  /// The records in the order of their last commits, deleted ones without attributes.
  package let resources: [Resource]
  /// The version to go on from.
  package var version: Int64 { position.version }
  package let position: ChangePosition
  /// Names the last change of types that converted records or removed some, which is none of the changes;
  /// `nil` before the first.
  package let conversion: [UInt8]?
  /// Whether more changes are there already.
  package let hasMore: Bool

  package init(
    resources: [Resource],
    position: ChangePosition,
    conversion: [UInt8]?,
    hasMore: Bool
  ) {
    self.resources = resources
    self.position = position
    self.conversion = conversion
    self.hasMore = hasMore
  }
}
