// SPDX-License-Identifier: Apache-2.0

/// Persists the objects of a store: in memory for tests, in files, in a database of the app.
///
/// A store calls it from one serial queue; no call of the app waits for it.
public protocol ObjectPersistence: Sendable {
  /// Keeps records. An object that is there already gets the fields of its record, as in the store.
  ///
  /// - Throws: ``PersistenceFault``; nothing of what was there before is lost then.
  func keep(_ records: RecordList) throws(PersistenceFault)

  /// Returns the record of an object; `nil` where there is none.
  func record(_ id: String) throws(PersistenceFault) -> RecordList?

  /// Calls `body` with the records of all objects, in any order, until it returns `false`.
  func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault)

  /// Flushes everything to the disk, so that it survives a loss of power.
  func synchronize() throws(PersistenceFault)

  /// Removes everything.
  func removeAll() throws(PersistenceFault)
}

/// Objects as they are stored and sent to a persistence, one record behind the other.
public struct RecordList: Sendable, Hashable {
  /// The bytes of the records.
  public package(set) var bytes: ContiguousArray<UInt8>

  /// Takes the bytes of records, as they were kept; what is no record at the end is left out.
  public init(_ bytes: ContiguousArray<UInt8>) {
    var end = 0
    while let next = RecordHeader.endOfRecord(in: bytes.span, at: end) { end = next }
    self.bytes = end == bytes.count ? bytes : ContiguousArray(bytes[..<end])
  }

  /// The records, each with the id of its object; one without content says that the object was removed.
  public var records: [(id: String, isRemoval: Bool, record: RecordList)] {
    objects.map { ($0.id, $0.header.content == .removal, RecordList(ContiguousArray($0.record))) }
  }

  package var objects: [StoredObject] {
    var objects: [StoredObject] = []
    var start = 0
    while start < bytes.count {
      let object = StoredObject(bytes, at: start)
      objects.append(object)
      start = object.header.end(at: start)
    }
    return objects
  }

  /// The record of an object after another one of the same came, as the store makes it; `nil` where the other
  /// one says nothing new.
  public func merged(with newer: RecordList) -> RecordList? {
    guard let old = objects.first, let new = newer.objects.first else { return nil }
    return ObjectMerge.record(old, new).map { RecordList($0) }
  }
}

/// A failure of a persistence.
public struct PersistenceFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The operation that failed, such as `write`.
  public let operation: String
  /// The file or database.
  public let place: String
  /// The system's reason.
  public let reason: String

  /// Creates a failure.
  public init(_ operation: String, at place: String, _ reason: String) {
    (self.operation, self.place, self.reason) = (operation, place, reason)
  }

  /// The failure in a sentence.
  public var description: String { "\(operation) of \(place) failed: \(reason)" }
}

/// A persistence in memory, for tests and previews.
public final class MemoryPersistence: ObjectPersistence {
  private let kept = Locked<[String: RecordList]>([:])

  /// Creates an empty persistence.
  public init() {}

  /// Keeps records.
  public func keep(_ records: RecordList) throws(PersistenceFault) {
    kept.withLock { kept in
      for (id, isRemoval, record) in records.records {
        if isRemoval {
          kept[id] = nil
        } else if let old = kept[id] {
          kept[id] = old.merged(with: record) ?? old
        } else {
          kept[id] = record
        }
      }
    }
  }

  /// Returns the record of an object.
  public func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    kept.withLock { $0[id] }
  }

  /// Visits all records.
  public func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault) {
    for record in kept.withLock({ Array($0.values) }) where !body(record) { return }
  }

  /// Does nothing: memory does not outlive a loss of power.
  public func synchronize() throws(PersistenceFault) {}

  /// Removes everything.
  public func removeAll() throws(PersistenceFault) { kept.withLock { $0 = [:] } }
}
