// SPDX-License-Identifier: Apache-2.0
//
// A log-structured store: two files in a folder. `objects` is an append-only log of frames of records, each with a
// checksum. `index` knows where the last record of each object stands; what was appended since it was written is
// read again when the files are opened. A frame that a crash cut off is left out. Once more than half of the
// log is garbage, it is compacted: written anew under another name, which takes the place of the old one.

/// A persistence in the files of a folder.
///
/// ```swift
/// let persistence = FilePersistence(folder: caches + "/portico/production/anonymous")
/// let store = ObjectStore(persistence: persistence)
/// ```
public final class FilePersistence: ObjectPersistence {
  private struct State: Sendable {
    var open: ObjectLog?
  }

  private let folder: String
  private let state = Locked(State())

  /// Names a folder; nothing is read or made before it is needed.
  public init(folder: String) { self.folder = folder }

  private func withLog<Result: Sendable>(
    _ body: @Sendable (inout ObjectLog) throws -> Result
  ) throws(PersistenceFault) -> Result {
    do {
      return try state.withLock { state in
        var log = try state.open.take() ?? ObjectLog(folder)
        defer { state.open = log }
        return try body(&log)
      }
    } catch let fault as PersistenceFault {
      throw fault
    } catch {
      throw PersistenceFault("using", at: folder, "\(error)")
    }
  }

  /// Adds records to the log.
  public func keep(_ records: RecordList) throws(PersistenceFault) {
    try withLog { try $0.keep(records) }
  }

  /// Returns the record of an object, with two reads at most.
  public func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    try withLog { try $0.record(id) }
  }

  /// Visits all records, in the order in which they were written.
  public func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault) {
    for place in try withLog({ try $0.places() }) {
      guard let record = try withLog({ try $0.record(at: place) }), body(record) else { return }
    }
  }

  /// Writes the index, and waits until both files are on the disk.
  public func synchronize() throws(PersistenceFault) { try withLog { try $0.save() } }

  /// Removes both files.
  public func removeAll() throws(PersistenceFault) {
    state.withLock { $0.open = nil }
    for name in ObjectLog.names { DiskFile.remove(folder + "/" + name) }
  }
}

/// The files of a persistence, while they are open.
private struct ObjectLog: Sendable {
  static let names = ["objects", "index", "objects.new", "index.new"]

  /// The most bytes of a frame.
  private static let largestFrame = 64 << 20
  /// The bytes of a read, which brings the records beside it too: those of a list stand side by side.
  private static let windowSize = 16 << 10
  /// The changed objects after which the index is written, beside a half of all objects.
  private static let mostUnsaved = 4_096
  /// Below this size the log is not written anew.
  private static let smallLog = 4 << 20
  /// The bytes of a frame of a log that is written anew.
  private static let rewrittenFrame = 1 << 20
  /// The log begins with these bytes and its generation.
  private static let magic = ContiguousArray("PORTICO1".utf8)
  private static let headerSize = 16

  private let folder: String
  private var log: DiskFile
  private var table: SlotTable
  private var end: Int
  private var liveBytes: Int
  /// The places of records that the table does not know yet.
  private var unsaved: [UInt64: UInt64] = [:]
  private var window = (start: 0, bytes: ContiguousArray<UInt8>())

  /// Opens the files, or begins new ones.
  ///
  /// - Parameter new: the generation of files to begin under other names; `nil` for those in use.
  init(_ folder: String, new: UInt64? = nil) throws(PersistenceFault) {
    self.folder = folder
    try DiskFile.makeFolder(folder)
    let suffix = new == nil ? "" : ".new"
    log = try DiskFile(folder + "/objects" + suffix)
    if new != nil { try log.truncate(to: 0) }
    let header = try log.read(ObjectLog.headerSize, at: 0)
    var generation = new ?? 0
    if header.count == ObjectLog.headerSize, header[..<8] == ObjectLog.magic[...] {
      generation = header.span.number(at: 8, 8)
      end = try log.size()
    } else {
      // Another format, or nothing yet.
      try log.truncate(to: 0)
      try log.write(ObjectLog.header(generation)[...], at: 0)
      end = ObjectLog.headerSize
    }
    table = try SlotTable(try DiskFile(folder + "/index" + suffix), ofLog: generation, to: end)
    liveBytes = table.header.liveBytes
    try readUnsaved()
  }

  private static func header(_ generation: UInt64) -> ContiguousArray<UInt8> {
    var header = magic
    header.append(number: generation, 8)
    return header
  }

  /// Reads the frames that the table does not know, and cuts off one that was not written to its end.
  private mutating func readUnsaved() throws(PersistenceFault) {
    var place = max(table.header.logEnd, ObjectLog.headerSize)
    while place < end {
      let header = try log.read(Frame.headerSize, at: place)
      guard header.count == Frame.headerSize else { break }
      let size = Int(truncatingIfNeeded: header.span.number(at: 0, 4))
      guard size <= ObjectLog.largestFrame, size <= end - place - header.count else { break }
      let bytes = try log.read(size, at: place + header.count)
      guard bytes.count == size, IDHash.of(bytes[...]) == header.span.number(at: 4, 8) else {
        break
      }
      for object in RecordList(bytes).objects {
        let id = bytes[object.header.id(at: object.start)]
        note(IDHash.of(id), object.header, at: place + header.count + object.start)
      }
      place += header.count + size
    }
    if place < end { try log.truncate(to: place) }
    end = place
  }

  /// Notes the place of an object's last record.
  private mutating func note(_ hash: UInt64, _ header: RecordHeader, at place: Int) {
    let isRemoval = header.content == .removal
    let slot = isRemoval ? SlotTable.removed : UInt64(place)
    if !table.set(hash, slot) { unsaved[hash] = slot }
    if !isRemoval { liveBytes += header.end(at: 0) }
  }

  private func place(of hash: UInt64) throws(PersistenceFault) -> Int? {
    var place = unsaved.isEmpty ? nil : unsaved[hash]
    if place == nil { place = try table.place(of: hash) }
    return place.flatMap { $0 > SlotTable.removed ? Int(exactly: $0) : nil }
  }

  mutating func record(at place: Int) throws(PersistenceFault) -> RecordList? {
    if place < window.start || place + RecordHeader.size > window.start + window.bytes.count {
      window = (place, try log.read(ObjectLog.windowSize, at: place))
    }
    var start = place - window.start
    guard start + RecordHeader.size <= window.bytes.count else { return nil }
    let size = RecordHeader(window.bytes.span, at: start).end(at: 0)
    guard place + size <= end else { return nil }
    if start + size > window.bytes.count {
      window = (place, try log.read(max(size, ObjectLog.windowSize), at: place))
      start = 0
    }
    guard start + size <= window.bytes.count else { return nil }
    return RecordList(ContiguousArray(window.bytes[start..<start + size]))
  }

  mutating func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    guard let place = try place(of: IDHash.of(id.utf8)), let record = try record(at: place),
      record.objects.first?.id == id
    else { return nil }
    return record
  }

  mutating func keep(_ records: RecordList) throws(PersistenceFault) {
    // With many objects it is cheaper to have the whole index in memory.
    if records.bytes.count > ObjectLog.windowSize, table.header.used > 0 {
      try table.load(with: unsaved)
      unsaved = [:]
    }
    var frame = Frame(room: records.bytes.count)
    var replaced = 0
    for object in records.objects {
      let hash = IDHash.of(records.bytes[object.header.id(at: object.start)])
      guard let old = try stored(hash, frame) else {
        if object.header.content != .removal { frame.add(hash, object.record) }
        continue
      }
      var record = object.record
      if old.id == object.id, object.header.content != .removal {
        guard let merged = ObjectMerge.record(old, object) else { continue }
        record = merged[...]
      }
      if frame.object(hash) == nil { replaced += old.header.end(at: 0) }
      frame.add(hash, record)
    }
    guard !frame.starts.isEmpty else { return }
    try append(&frame)
    liveBytes = max(0, liveBytes - replaced)
    let changed = unsaved.count + table.changed
    if changed >= max(ObjectLog.mostUnsaved, table.header.used / 2) { try saveTable() }
  }

  private mutating func stored(
    _ hash: UInt64,
    _ frame: Frame
  ) throws(PersistenceFault)
    -> StoredObject?
  {
    if let object = frame.object(hash) { return object }
    guard let place = try place(of: hash) else { return nil }
    return try record(at: place)?.objects.first
  }

  /// Writes a frame behind the others.
  private mutating func append(_ frame: inout Frame) throws(PersistenceFault) {
    frame.close()
    try log.write(frame.bytes[...], at: end)
    for (hash, start) in frame.starts {
      note(hash, RecordHeader(frame.bytes.span, at: start), at: end + start)
    }
    end += frame.bytes.count
  }

  private mutating func saveTable() throws(PersistenceFault) {
    guard !unsaved.isEmpty || table.changed > 0 else { return }
    try table.load(with: unsaved)
    unsaved = [:]
    try table.save(logEnd: end, liveBytes: liveBytes)
  }

  /// Writes the index, makes the log shorter where that is worth it, and waits for the disk.
  mutating func save() throws(PersistenceFault) {
    try log.synchronize()
    try saveTable()
    if end > 2 * liveBytes + ObjectLog.smallLog { try rewrite() }
    try table.synchronize()
  }

  /// The places of all records, in the order in which they stand.
  mutating func places() throws(PersistenceFault) -> [Int] {
    try saveTable()
    var places: [Int] = []
    try table.visit { _, place in places.append(Int(clamping: place)) }
    return places.sorted()
  }

  /// Writes the records that are not replaced into a new log, which takes the place of this one.
  private mutating func rewrite() throws(PersistenceFault) {
    let places = try places()
    var new = try ObjectLog(folder, new: table.header.generation &+ 1)
    var frame = Frame()
    for place in places {
      guard let object = try record(at: place)?.objects.first else { continue }
      frame.add(IDHash.of(object.bytes[object.header.id(at: object.start)]), object.record)
      guard frame.bytes.count > ObjectLog.rewrittenFrame else { continue }
      try new.append(&frame)
      frame = Frame()
    }
    if !frame.starts.isEmpty { try new.append(&frame) }
    try new.saveTable()
    try new.log.synchronize()
    // Between the two renames the index is that of another generation, and is made anew from the log.
    try DiskFile.rename(folder + "/objects.new", to: folder + "/objects")
    try DiskFile.rename(folder + "/index.new", to: folder + "/index")
    self = new
  }
}

/// Records that are written together, with a checksum.
private struct Frame {
  /// The number of the records' bytes and their checksum.
  static let headerSize = 12

  private(set) var bytes = ContiguousArray<UInt8>()
  /// The places of the records, by the hashes of their ids; of two of one object the last counts.
  private(set) var starts: [UInt64: Int] = [:]

  /// - Parameter room: the bytes of records that are expected.
  init(room: Int = 0) {
    bytes.reserveCapacity(Frame.headerSize + room)
    bytes.append(contentsOf: repeatElement(0, count: Frame.headerSize))
  }

  func object(_ hash: UInt64) -> StoredObject? {
    starts[hash].map { StoredObject(bytes, at: $0) }
  }

  mutating func add(_ hash: UInt64, _ record: ArraySlice<UInt8>) {
    starts[hash] = bytes.count
    bytes.append(contentsOf: record)
  }

  /// Writes the header.
  mutating func close() {
    var header = ContiguousArray<UInt8>()
    header.append(number: UInt64(bytes.count - Frame.headerSize), 4)
    header.append(number: IDHash.of(bytes[Frame.headerSize...]), 8)
    bytes.replaceSubrange(..<Frame.headerSize, with: header)
  }
}
