// SPDX-License-Identifier: Apache-2.0
//
// An append-only file: 8 bytes that name the format, and entries of a length, a checksum and the bytes. An entry
// that a crash cut off is left out. Compaction writes one entry under another name, which takes the place of
// the file once it is on the disk.

/// The calls of a journal to the files of its folder, so that tests can fail or end the process at each.
package protocol JournalFiles: Sendable {
  func read(_ name: String) throws(PersistenceFault) -> ContiguousArray<UInt8>
  func write(
    _ bytes: ArraySlice<UInt8>,
    to name: String,
    at place: Int
  ) throws(PersistenceFault)
  func truncate(_ name: String, to size: Int) throws(PersistenceFault)
  func synchronize(_ name: String) throws(PersistenceFault)
  func rename(_ name: String, to other: String) throws(PersistenceFault)
}

/// A journal in a file of a folder.
///
/// ```swift
/// let outbox = Outbox(client, journal: FileJournal(folder: container + "/outbox"))
/// ```
public final class FileJournal: OutboxJournal {
  private struct State: Sendable {
    /// The bytes of whole entries; `nil` before the file is read.
    var end: Int?
    /// Whether bytes may stand behind the whole entries, since a write failed.
    var isTorn = false
  }

  private static let name = "operations"
  private static let newName = "operations.new"
  private static let magic = ContiguousArray("PORTICO2".utf8)
  /// The bytes of an entry's length and checksum.
  private static let headerSize = 12
  /// Below this size the file is not written anew.
  private static let smallFile = 64 << 10

  private let files: any JournalFiles
  private let state = Locked(State())

  /// Names a folder; nothing is read or made before it is needed.
  public convenience init(folder: String) { self.init(JournalFolder(folder)) }

  package init(_ files: any JournalFiles) { self.files = files }

  private static func framed(_ entry: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var frame = ContiguousArray<UInt8>()
    frame.append(number: UInt64(entry.count), 4)
    frame.append(number: IDHash.of(entry), 8)
    frame.append(contentsOf: entry)
    return frame
  }

  /// Returns all whole entries, and cuts off what a crash left behind them.
  public func entries() throws(PersistenceFault) -> [ContiguousArray<UInt8>] {
    let bytes = try files.read(FileJournal.name)
    var (entries, end) = ([ContiguousArray<UInt8>](), FileJournal.magic.count)
    guard bytes.prefix(end) == FileJournal.magic[...] else {
      // Another format, or nothing yet.
      try files.truncate(FileJournal.name, to: 0)
      try files.write(FileJournal.magic[...], to: FileJournal.name, at: 0)
      try files.synchronize(FileJournal.name)
      let first = end
      state.withLock { $0 = State(end: first) }
      return []
    }
    while bytes.count - end >= FileJournal.headerSize {
      let start = end + FileJournal.headerSize
      let size = Int(truncatingIfNeeded: bytes.span.number(at: end, 4))
      guard size <= bytes.count - start else { break }
      let entry = ContiguousArray(bytes[start..<start + size])
      guard IDHash.of(entry) == bytes.span.number(at: end + 4, 8) else { break }
      entries.append(entry)
      end = start + size
    }
    if end < bytes.count { try files.truncate(FileJournal.name, to: end) }
    let known = end
    state.withLock { $0 = State(end: known) }
    return entries
  }

  private func end() throws(PersistenceFault) -> Int {
    if let end = state.withLock({ $0.end }) {
      if state.withLock({ $0.isTorn }) {
        try files.truncate(FileJournal.name, to: end)
        state.withLock { $0.isTorn = false }
      }
      return end
    }
    _ = try entries()
    return state.withLock { $0.end } ?? FileJournal.magic.count
  }

  /// Writes an entry behind the others, and waits for the disk if it has to be durable.
  public func append(_ entry: ContiguousArray<UInt8>, isDurable: Bool) throws(PersistenceFault) {
    let frame = FileJournal.framed(entry)
    let end = try end()
    state.withLock { $0.isTorn = true }
    do throws(PersistenceFault) {
      try files.write(frame[...], to: FileJournal.name, at: end)
      if isDurable { try files.synchronize(FileJournal.name) }
    } catch {
      // At the latest the next call does it, before it writes.
      do { _ = try self.end() } catch { throw error }
      throw error
    }
    state.withLock { $0 = State(end: end + frame.count) }
  }

  /// Writes the file anew, if it is large and most of it is of no use.
  public func compact(_ entry: () -> ContiguousArray<UInt8>) throws(PersistenceFault) {
    guard let end = state.withLock({ $0.end }), end > FileJournal.smallFile else { return }
    let frame = FileJournal.framed(entry())
    guard end > 4 * frame.count else { return }
    let bytes = FileJournal.magic + frame
    try files.truncate(FileJournal.newName, to: 0)
    try files.write(bytes[...], to: FileJournal.newName, at: 0)
    try files.synchronize(FileJournal.newName)
    state.withLock { $0 = State() }
    try files.rename(FileJournal.newName, to: FileJournal.name)
    state.withLock { $0 = State(end: bytes.count) }
  }

  /// Removes all entries.
  public func removeAll() throws(PersistenceFault) {
    try files.truncate(FileJournal.name, to: 0)
    state.withLock { $0 = State() }
  }
}

/// The files of a folder, which are kept open.
package final class JournalFolder: JournalFiles {
  private let folder: String
  private let open = Locked<[String: DiskFile]>([:])

  package init(_ folder: String) { self.folder = folder }

  private func file(_ name: String) throws(PersistenceFault) -> DiskFile {
    if let file = open.withLock({ $0[name] }) { return file }
    try DiskFile.makeFolder(folder)
    let file = try DiskFile(folder + "/" + name)
    // The name has to survive a loss of power, too.
    try DiskFile.synchronizeFolder(folder)
    open.withLock { $0[name] = file }
    return file
  }

  package func read(_ name: String) throws(PersistenceFault) -> ContiguousArray<UInt8> {
    let file = try file(name)
    return try file.read(try file.size(), at: 0)
  }

  package func write(
    _ bytes: ArraySlice<UInt8>,
    to name: String,
    at place: Int
  ) throws(PersistenceFault) {
    try file(name).write(bytes, at: place)
  }

  package func truncate(_ name: String, to size: Int) throws(PersistenceFault) {
    try file(name).truncate(to: size)
  }

  package func synchronize(_ name: String) throws(PersistenceFault) {
    try file(name).synchronize()
  }

  package func rename(_ name: String, to other: String) throws(PersistenceFault) {
    try DiskFile.rename(folder + "/" + name, to: folder + "/" + other)
    open.withLock { $0[other] = $0.removeValue(forKey: name) }
    try DiskFile.synchronizeFolder(folder)
  }
}
