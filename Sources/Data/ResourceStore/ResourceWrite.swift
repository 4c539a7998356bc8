// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Digests
package import ResourceModel

/// One write of a record.
package struct ResourceWrite: Sendable {
  package enum Action: Sendable {
    /// Creates a record of a type, with an id that the client made or a new one.
    case create(type: String, ResourceID?, DataDictionary)
    /// Replaces all attributes; creates the record if there is none.
    case replace(ResourceID, DataDictionary)
    case update(ResourceID, ResourcePatch)
    case delete(ResourceID)
    case undelete(ResourceID)
  }

  package var action: Action
  /// The version that the record must have; `nil` for whatever it has.
  package var condition: VersionCondition?
  /// The zone of a record that is created.
  package var zone = ""
  /// The owner of a record that is created.
  package var owner: String?
  /// The sender, whose rights decide; `nil` for one that is exempt from rules.
  package var principal: Principal?
  /// The files that were uploaded for the record. Files other than these and those that the record
  /// has already are refused, and other values of them, so that nobody gets access to a file by
  /// knowing its digest, and that the values are always those of the stored file.
  package var files: Set<StoredFile> = []
  /// The most bytes that the files of all records of the owner may have after a write with such files;
  /// `nil` without a limit.
  package var ownerFileBytes: Int64?
  /// The most bytes of the record's attributes as JSON; one that has more already may only shrink.
  package var recordBytes = RecordSizes().record
  /// The decision that was made about it before; `nil` where nobody was asked.
  package var decision: WriteDecision?

  package init(_ action: Action, if condition: VersionCondition? = nil) {
    self.action = action
    self.condition = condition
  }

  /// - Parameter ifVersion: the version that the record must have; 0 for none at all.
  package init(_ action: Action, ifVersion: Int64?) {
    self.init(action, if: ifVersion.map { $0 == 0 ? .missing : .oneOf([$0]) })
  }

  /// Whether it creates a record without an id from the client, so that the store generates one.
  var makesID: Bool { if case .create(_, nil, _) = action { true } else { false } }

  /// The record that is changed; `nil` for a new one.
  var target: ResourceID? {
    switch action {
    case .create: nil
    case .replace(let id, _), .update(let id, _), .delete(let id), .undelete(let id): id
    }
  }

  package var capability: ResourceType.Capability {
    switch action {
    case .create: .insert
    case .replace, .update, .undelete: .update
    case .delete: .delete
    }
  }
}

/// The version that a record must have for a write.
package enum VersionCondition: Sendable, Equatable {
  /// There is no such record.
  case missing
  case any
  case oneOf([Int64])

  /// - Parameter version: that of the record; `nil` if there is none.
  func holds(for version: Int64?) -> Bool {
    switch self {
    case .missing: version == nil
    case .any: version != nil
    case .oneOf(let versions): version.map(versions.contains) ?? false
    }
  }
}

extension VersionCondition: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "0"
    case .any: "any"
    case .oneOf([]): "that of the tag"
    case .oneOf(let versions): versions.map(String.init).joined(separator: " or ")
    }
  }
}

/// Writes of one request.
package struct WriteBatch: Sendable {
  package var writes: [ResourceWrite]
  /// Whether all are undone if one fails.
  package let isAtomic: Bool
  /// The author of the changes; `nil` for one that is not known.
  package let author: ChangeAuthor?
  /// The idempotency key under which the answer is stored.
  package var key: IdempotencyKey?
  /// The most records that may change, with those that change through references; none does if there
  /// would be more.
  package var mostChanged: Int?
  /// The query that found the records which are not created; if it finds others by then, none changes.
  package var selection: ResourceQuery?
  /// The most bytes of the records that it reads and writes.
  package var bytes = RecordSizes().batch

  package init(
    _ writes: [ResourceWrite],
    by author: ChangeAuthor? = nil,
    isAtomic: Bool = false,
    key: IdempotencyKey? = nil
  ) {
    self.writes = writes
    self.author = author
    self.isAtomic = isAtomic
    self.key = key
  }

  /// Obeys the limits of a site.
  package mutating func obey(_ sizes: RecordSizes) {
    bytes = sizes.batch
    for index in writes.indices { writes[index].recordBytes = sizes.record }
  }
}

/// A client's key for one request, and how its answer is written.
package struct IdempotencyKey: Sendable {
  /// The key with the name of whoever sent it.
  package let text: String
  /// The digest of the request, which must be the same when it is sent again.
  package let request: [UInt8]
  /// Writes the answer that is kept with the writes.
  package let answer: @Sendable ([WriteResult]) -> [UInt8]

  /// The prefix of a client's keys, so that equal keys of different clients do not collide.
  package static func prefix(of client: String) -> String {
    Hexadecimal.text(SHA256.digest(of: client.utf8Span.span).prefix(8)) + " "
  }

  package init(
    _ text: String,
    request: [UInt8],
    answer: @escaping @Sendable ([WriteResult]) -> [UInt8]
  ) {
    self.text = text
    self.request = request
    self.answer = answer
  }
}

package typealias WriteResult = Result<WriteOutcome, StoreError>

package enum WriteAnswer: Sendable {
  /// The result of each write in order.
  case done([WriteResult])
  /// The answer that was kept when the request came first.
  case replayed([UInt8])
}

/// A record after a write.
package struct WriteOutcome: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case created
    case updated
    case deleted
    /// The record had these values already; it keeps its version.
    case unchanged
  }

  package let kind: Kind
  package let resource: Resource
  /// Other records that changed with it, through references.
  package var others: [Resource] = []
  /// The record as its sender may see it; `nil` if it may not.
  package var shown: Resource?

  package init(_ kind: Kind, _ resource: Resource, others: [Resource] = []) {
    self.kind = kind
    self.resource = resource
    self.others = others
    shown = resource
  }
}

extension ResourceWrite {
  /// Returns the record after the write, without a new version, and what happens to it; `nil` for the
  /// record's kind when nothing does. A pure function, so that all engines agree.
  ///
  /// - Parameter files: the digests of the files that the record has.
  package func applied(
    to current: Resource?,
    id: ResourceID,
    of type: ResourceType,
    at now: Timestamp,
    grants: Set<String> = [],
    files: Set<String> = []
  ) throws(StoreError) -> (kind: WriteOutcome.Kind, resource: Resource) {
    let access = RecordAccess(principal, to: type)
    try checkVisible(current, id, access, grants)
    try check(current, id, access, grants)
    let settable = try settable(current, access, grants)
    let result = try result(current, id, of: type, at: now, settable, access, grants)
    let decided = try decided(result, over: current, of: type, at: now)
    try checkFiles(of: decided.resource, type, over: current, files)
    try checkAllowed(result.resource, over: current, settable, access, grants)
    return decided
  }

  /// Refuses files that nobody has uploaded for the record, and values that differ from the upload's.
  private func checkFiles(
    of resource: Resource,
    _ type: ResourceType,
    over current: Resource?,
    _ digests: Set<String>
  ) throws(StoreError) {
    guard type.hasFiles else { return }
    // A deleted record may have its files in attributes that are called otherwise now.
    var before = current ?? resource
    before.attributes = type.upgraded(before.attributes, from: nil)
    let present = current == nil ? [] : type.files(of: before).map(\.file)
    let known = files.union(present.filter { digests.contains($0.digest) })
    let errors = type.files(of: resource).filter { !known.contains($0.file) }.map { name, file in
      let uploaded = known.filter { $0.digest == file.digest }.map(\.summary).sorted()
      return ValidationError(
        name,
        .reference,
        uploaded.isEmpty
          ? "is the file \(file.digest.prefix(16))…, which was not uploaded for \(resource.id); "
            + "expected an upload to the attribute"
          : "is \(file.summary); expected \(uploaded.joined(separator: " or ")), as it was uploaded"
      )
    }
    guard errors.isEmpty else { throw StoreError.invalid(ValidationErrors(errors)) }
  }

  private func result(
    _ current: Resource?,
    _ id: ResourceID,
    of type: ResourceType,
    at now: Timestamp,
    _ settable: RecordAccess.Scope,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) -> (kind: WriteOutcome.Kind, resource: Resource) {
    switch action {
    case .create(_, _, let attributes):
      guard current == nil else {
        throw StoreError(.idTaken, "there is a record \(id) already; expected another id")
      }
      return (.created, try new(id, of: type, attributes, at: now))
    case .replace(_, let attributes):
      guard let current, current.deleted == nil else {
        guard type.allows(.insert) else {
          throw StoreError(.notAllowed, "\(type.name) allows no new records")
        }
        guard current == nil else {
          throw StoreError(.notFound, "\(id) was deleted; expected an undelete first")
        }
        return (.created, try new(id, of: type, attributes, at: now))
      }
      let whole = try replacement(attributes, of: current, settable, access, grants)
      return try changed(current, whole, of: type, at: now)
    case .update(_, let patch):
      let current = try live(current, id)
      let attributes = try patched(current, patch, at: now, settable, access, grants)
      return try changed(current, attributes, of: type, at: now)
    case .delete:
      var deleted = try live(current, id)
      deleted.deleted = now
      deleted.updated = now
      return (.deleted, deleted)
    case .undelete:
      guard var restored = current else { throw ResourceWrite.missing(id) }
      guard restored.deleted != nil else { return (.unchanged, restored) }
      restored.deleted = nil
      restored.updated = now
      // A change of the type has not brought the record into the present form while it was deleted.
      let upgraded = type.upgraded(restored.attributes, from: nil)
      restored.attributes = try ResourceWrite.accepted(upgraded, of: type, isNew: false)
      restored.classVersion = type.classVersion
      return (.updated, restored)
    }
  }

  func check(
    _ current: Resource?,
    _ id: ResourceID,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) {
    guard let condition else { return }
    let live = current.flatMap { $0.deleted == nil ? $0 : nil }
    guard condition.holds(for: live?.version) else {
      let shown = access.allowsFetch ? live.flatMap { access.shown($0, grants: grants) } : nil
      throw StoreError(
        .versionMismatch(current: shown),
        "\(id) has version \(live?.version ?? 0); expected \(condition)"
      )
    }
  }

  private func live(_ current: Resource?, _ id: ResourceID) throws(StoreError) -> Resource {
    guard let current, current.deleted == nil else { throw ResourceWrite.missing(id) }
    return current
  }

  static func missing(_ id: ResourceID) -> StoreError {
    StoreError(.notFound, "there is no record \(id)")
  }

  private func new(
    _ id: ResourceID,
    of type: ResourceType,
    _ attributes: DataDictionary,
    at now: Timestamp
  ) throws(StoreError) -> Resource {
    var new = Resource(
      id,
      of: type.name,
      zone: zone,
      version: 0,
      classVersion: type.classVersion,
      created: now,
      updated: now,
      try ResourceWrite.accepted(attributes, of: type, isNew: true)
    )
    new.owner = owner
    return new
  }

  private func changed(
    _ current: Resource,
    _ attributes: DataDictionary,
    of type: ResourceType,
    at now: Timestamp
  ) throws(StoreError) -> (kind: WriteOutcome.Kind, resource: Resource) {
    let accepted = try ResourceWrite.accepted(attributes, of: type, isNew: false)
    guard accepted != current.attributes || current.classVersion != type.classVersion else {
      return (.unchanged, current)
    }
    var changed = current
    changed.attributes = accepted
    changed.classVersion = type.classVersion
    changed.updated = now
    return (.updated, changed)
  }

  private static func accepted(
    _ attributes: DataDictionary,
    of type: ResourceType,
    isNew: Bool
  ) throws(StoreError) -> DataDictionary {
    do throws(ValidationErrors) {
      return try type.accepted(attributes, isNew: isNew)
    } catch {
      throw .invalid(error)
    }
  }
}

extension StoredFile {
  /// The values that an upload gave the file, for error messages.
  fileprivate var summary: String { "\(mediaType.prefix(60)) of \(byteCount) bytes" }
}
