// SPDX-License-Identifier: Apache-2.0
//
// Objects stand in segments, one record behind the other, and records are never changed: an object that
// changes gets a new record, and its old one is garbage. Only the last segment grows, and only as long as
// no snapshot has it. Segments with much garbage, and small ones, are written anew into one.

/// The content of a store: segments, the places of objects in them, and collections.
package struct StoreState: Sendable {
  private static let segmentSize = 256 << 10
  /// Segments below this size are joined once there are `mostSmall` of them at the end.
  private static let smallSegment = 64 << 10
  private static let mostSmall = 64

  private var segments = ContiguousArray<ContiguousArray<UInt8>>()
  /// The bytes of records in use, for each segment.
  private var used = ContiguousArray<Int>([0])
  private var smallAtEnd = 0
  /// The segment that grows; its number is that behind all others.
  private var growing = ContiguousArray<UInt8>()
  private var index = ObjectIndex()
  package private(set) var indexes: [FieldIndex] = []
  package var collections: [DisplayID: ObjectCollection] = [:]
  package private(set) var number: UInt64 = 0

  package init() {}

  /// The bytes of all records in use.
  package private(set) var usedBytes = 0

  /// The bytes that all segments take.
  package private(set) var bytes = 0

  package var count: Int { index.count }

  package mutating func addIndex(of type: String, on field: String?) {
    guard !indexes.contains(where: { $0.prefix == type && $0.field == field }) else { return }
    var added = FieldIndex(prefix: type, field: field)
    index.visitAll { entry in
      added.replace(nil, by: StoredObject(segment(entry), at: Int(entry.offset)), entry.hash)
    }
    indexes.append(added)
  }

  /// The content as it is now; what follows goes into a new segment.
  package mutating func snapshot() -> Snapshot {
    seal()
    return Snapshot(
      number: number,
      segments: segments,
      index: index,
      indexes: indexes,
      collections: collections
    )
  }

  /// Ends the growing segment, so that a snapshot may have it.
  private mutating func seal() {
    guard !growing.isEmpty else { return }
    smallAtEnd = growing.count < StoreState.smallSegment ? smallAtEnd + 1 : 0
    append()
    if smallAtEnd == StoreState.mostSmall {
      smallAtEnd = 0
      rewrite(segments.count - StoreState.mostSmall..<segments.count)
    }
    if bytes > 2 * usedBytes + StoreState.segmentSize {
      let all = segments.indices
      rewrite(all.filter { !segments[$0].isEmpty && 2 * used[$0] < segments[$0].count })
    }
    append()
  }

  @inline(__always)
  private func segment(_ entry: ObjectIndex.Entry) -> ContiguousArray<UInt8> {
    let number = Int(entry.segment)
    return number < segments.count ? segments[number] : growing
  }

  @inline(__always)
  private func isIt(_ entry: ObjectIndex.Entry, _ id: ArraySlice<UInt8>) -> Bool {
    let bytes = segment(entry)
    let header = RecordHeader(bytes.span, at: Int(entry.offset))
    return bytes[header.id(at: Int(entry.offset))].elementsEqual(id)
  }

  package func object(_ id: ArraySlice<UInt8>) -> StoredObject? {
    index.entry(IDHash.of(id)) { isIt($0, id) }
      .map { StoredObject(segment($0), at: Int($0.offset)) }
  }

  /// Takes the objects of a batch in. A record right behind the removal of its object replaces it as a whole.
  package mutating func apply(_ batch: ObjectBatch, _ changes: inout StoreChanges) {
    guard !batch.objects.isEmpty else { return }
    number += 1
    if !growing.isEmpty, growing.count + batch.bytes.count > StoreState.segmentSize { seal() }
    let base = growing.count
    add(batch.bytes[...])
    var removal: Int?
    for object in batch.objects {
      let start = base &+ object.start
      let header = RecordHeader(growing.span, at: start)
      if header.content == .removal {
        if let first = removal { place(RecordHeader(growing.span, at: first), at: first, &changes) }
        removal = start
        continue
      }
      guard let first = removal.take() else {
        place(header, at: start, &changes)
        continue
      }
      let removed = RecordHeader(growing.span, at: first)
      let isWhole = growing[removed.id(at: first)] == growing[header.id(at: start)]
      if !isWhole { place(removed, at: first, &changes) }
      place(header, at: start, asWhole: isWhole, &changes)
    }
    if let removal { place(RecordHeader(growing.span, at: removal), at: removal, &changes) }
  }

  /// Makes the record at `start` of the growing segment that of its object, as far as it says something new.
  private mutating func place(
    _ header: RecordHeader,
    at start: Int,
    asWhole isWhole: Bool = false,
    _ changes: inout StoreChanges
  ) {
    let (hash, old) = entry(growing[header.id(at: start)])
    if let old {
      let known = segment(old)
      let stored = RecordHeader(known.span, at: Int(old.offset))
      // The same bytes come again and again.
      guard
        stored != header
          || known[stored.body(at: Int(old.offset))] != growing[header.body(at: start)]
      else { return }
      // A copy: whoever holds the growing segment makes the next append copy it.
      let record = ContiguousArray(growing[start..<header.end(at: start)])
      replace(old, hash, by: StoredObject(record, at: 0), at: start, asWhole: isWhole, &changes)
    } else if header.content != .removal {
      enter(hash, start, header, inPlaceOf: nil)
      guard !indexes.isEmpty || changes.isWanted else { return }
      let new = StoredObject(ContiguousArray(growing[start..<header.end(at: start)]), at: 0)
      changed(hash, from: nil, to: new, &changes)
    }
  }

  /// Takes records in that are as old as the disk: what the store has already stays.
  package mutating func applyUnderneath(_ records: RecordList, _ changes: inout StoreChanges) {
    var batch = ObjectBatch()
    for object in records.objects where object.header.content != .collection {
      var record = ContiguousArray(object.record)
      if let known = self.object(object.bytes[object.header.id(at: object.start)]) {
        guard let merged = ObjectMerge.record(object, known) else { continue }
        record = merged
      }
      let header = RecordHeader(record.span, at: 0)
      batch.append(record[header.body(at: 0)], header, isListed: false)
    }
    apply(batch, &changes)
  }

  /// Evicts objects, the longest unchanged ones first, until the others take at most a number of bytes.
  package mutating func evict(to most: Int, except isPinned: (StoredObject) -> Bool) {
    for number in segments.indices where usedBytes > most {
      let segment = segments[number]
      var start = 0
      while usedBytes > most, start < segment.count {
        let object = StoredObject(segment, at: start)
        if !isPinned(object) { forget(object, inSegment: number) }
        start = object.header.end(at: start)
      }
    }
  }

  /// Evicts an object, if it is as it was in a snapshot.
  package mutating func forget(_ object: StoredObject) {
    guard let entry = entry(object.bytes[object.header.id(at: object.start)]).entry,
      segment(entry)[Int(entry.offset)..<Int(entry.offset) + object.record.count] == object.record
    else { return }
    forget(StoredObject(segment(entry), at: Int(entry.offset)), inSegment: Int(entry.segment))
  }

  private mutating func forget(_ object: StoredObject, inSegment number: Int) {
    let hash = IDHash.of(object.bytes[object.header.id(at: object.start)])
    let removed = index.remove(hash) { Int($0.segment) == number && Int($0.offset) == object.start }
    guard let removed else { return }
    free(object.header.end(at: 0), in: removed)
    for place in indexes.indices { indexes[place].replace(object, by: nil, hash) }
    self.number += 1
  }

  private func entry(_ id: ArraySlice<UInt8>) -> (hash: UInt64, entry: ObjectIndex.Entry?) {
    let hash = IDHash.of(id)
    return (hash, index.entry(hash) { isIt($0, id) })
  }

  private mutating func replace(
    _ old: ObjectIndex.Entry,
    _ hash: UInt64,
    by new: StoredObject,
    at start: Int,
    asWhole isWhole: Bool,
    _ changes: inout StoreChanges
  ) {
    let range =
      Int(
        old.offset
      )..<RecordHeader(segment(old).span, at: Int(old.offset)).end(at: Int(old.offset))
    let known = StoredObject(ContiguousArray(segment(old)[range]), at: 0)
    if new.header.content == .removal {
      index.remove(hash) { $0.segment == old.segment && $0.offset == old.offset }
      free(range.count, in: old)
      changed(hash, from: known, to: nil, &changes)
    } else if let merged = isWhole ? new.bytes : ObjectMerge.record(known, new) {
      var start = start
      if merged != new.bytes {
        start = growing.count
        add(merged[...])
      }
      enter(hash, start, RecordHeader(merged.span, at: 0), inPlaceOf: old)
      free(range.count, in: old)
      changed(hash, from: known, to: StoredObject(merged, at: 0), &changes)
    }
  }

  private mutating func changed(
    _ hash: UInt64,
    from old: StoredObject?,
    to new: StoredObject?,
    _ changes: inout StoreChanges
  ) {
    for place in indexes.indices { indexes[place].replace(old, by: new, hash) }
    // The heads of cached answers are no objects of the app.
    if changes.isWanted, old?.json != new?.json, let id = (new ?? old)?.id,
      !id.hasPrefix(StoredAnswer.id(of: ""))
    {
      changes.ids.insert(id)
    }
  }

  private mutating func enter(
    _ hash: UInt64,
    _ start: Int,
    _ header: RecordHeader,
    inPlaceOf old: ObjectIndex.Entry?
  ) {
    let entry = ObjectIndex.Entry(
      hash: hash,
      segment: UInt32(truncatingIfNeeded: segments.count),
      offset: UInt32(truncatingIfNeeded: start)
    )
    index.set(entry) { $0.segment == old?.segment && $0.offset == old?.offset }
    used[segments.count] += header.end(at: 0)
    usedBytes += header.end(at: 0)
  }

  /// Writes the records in use of some segments anew, into the growing one.
  private mutating func rewrite(_ numbers: some Collection<Int>) {
    for number in numbers {
      let segment = segments[number]
      var start = 0
      while start < segment.count {
        let header = RecordHeader(segment.span, at: start)
        let old = ObjectIndex.Entry(
          hash: IDHash.of(segment[header.id(at: start)]),
          segment: UInt32(truncatingIfNeeded: number),
          offset: UInt32(truncatingIfNeeded: start)
        )
        if index.entry(old.hash, where: { $0.segment == old.segment && $0.offset == old.offset })
          != nil
        {
          if growing.count + header.end(at: 0) > StoreState.segmentSize { append() }
          let place = growing.count
          add(segment[start..<header.end(at: start)])
          enter(old.hash, place, header, inPlaceOf: old)
          free(header.end(at: 0), in: old)
        }
        start = header.end(at: start)
      }
      bytes -= segment.count
      segments[number] = []
    }
  }

  private mutating func add(_ records: ArraySlice<UInt8>) {
    growing.append(contentsOf: records)
    bytes += records.count
  }

  private mutating func free(_ count: Int, in entry: ObjectIndex.Entry) {
    used[Int(entry.segment)] -= count
    usedBytes -= count
  }

  private mutating func append() {
    guard !growing.isEmpty else { return }
    segments.append(growing)
    used.append(0)
    growing = []
  }
}

/// The ids of objects and the names of collections that a write changed.
package struct StoreChanges: Sendable {
  /// Whether there are observers, who need the ids.
  package let isWanted: Bool
  package var ids: Set<String> = []
  package var collections: Set<DisplayID> = []

  package init(isWanted: Bool) { self.isWanted = isWanted }
}
