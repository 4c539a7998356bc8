// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Files
import Synchronization

// The file has a line of JSON for each entry when it is made, and another one when the store has recorded it. It is
// rewritten with the entries of the last day when it is opened, and when it has grown. A line that cannot be read is
// skipped: the last one may be incomplete after a crash.

/// The entries of the last day on the disk of a node, and the nodes that it knows; used by one thread, which may wait
/// for the disk.
package final class FleetJournal: Sendable {
  package static let fileName = "fleet.jsonl"
  private static let peersName = "fleet-nodes.json"
  private static let idName = "fleet-node"
  /// The largest file that is read: 256 MiB.
  private static let maximumBytes = 256 << 20
  /// The number of lines from which on the file is rewritten.
  private static let manyLines = 20_000

  private let folder: String
  private let state: Mutex<State>
  /// Entries that are to be written; none is written before those that could not be.
  private let waiting: Mutex<[JournalEntry]> = Mutex([])

  private struct State {
    var file: AppendedFile
    var lines: Int
    /// Whether the last line may be incomplete.
    var isTorn = false
  }

  /// The most entries that wait for the disk; more are left to the store.
  private static let mostWaiting = 10_000

  /// Opens the journal of a folder.
  ///
  /// - Parameter now: microseconds since 1970; older entries than a day are left out.
  package static func open(
    in folder: String,
    at now: Int64
  ) throws(FileError) -> (
    journal: FleetJournal, kept: [JournalEntry], peers: [NodeReport], id: NodeID
  ) {
    try Files.makeFolder(folder, isPrivate: true)
    let path = "\(folder)/\(fileName)"
    let kept =
      Files.exists(path)
      ? entries(try Files.read(path, limit: maximumBytes), since: now - FleetTables.keptTime) : []
    let journal = try FleetJournal(folder, kept)
    return (journal, kept, try peers(in: folder), try id(in: folder))
  }

  private init(_ folder: String, _ kept: [JournalEntry]) throws(FileError) {
    self.folder = folder
    state = Mutex(State(file: try Self.file(of: kept, in: folder), lines: kept.count))
  }

  private static func file(
    of kept: [JournalEntry],
    in folder: String
  ) throws(FileError) -> AppendedFile {
    let path = "\(folder)/\(fileName)"
    try Files.write(kept.flatMap(\.line), to: path)
    try Files.synchronize(folder: folder)
    return try AppendedFile(path)
  }

  /// The entries of a file, each as it was written last, in the order of their first lines. The last
  /// publication, the last steps of rollouts and the last closing stay, however old they are.
  private static func entries(_ bytes: [UInt8], since oldest: Int64) -> [JournalEntry] {
    var places: [EntryID: Int] = [:]
    var kept: [JournalEntry] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let data = try? DataValue(reading: Array(line).span, as: .json),
        let entry = JournalEntry(data)
      else { continue }
      if let place = places[entry.entry.id] {
        kept[place] = entry
      } else {
        places[entry.entry.id] = kept.count
        kept.append(entry)
      }
    }
    let changes = kept.filter { $0.entry.change != nil && $0.position != nil }
    var last = Set(changes.filter(\.entry.isStep).suffix(FleetTables.keptSteps).map(\.entry.id))
    if let change = changes.last(where: { !$0.entry.isStep }) { last.insert(change.entry.id) }
    let closings = kept.filter(\.entry.isClosing).map(\.entry)
    if let closing = closings.max(by: { $1.isLater(than: $0) }) { last.insert(closing.id) }
    return kept.filter { $0.entry.made.microseconds >= oldest || last.contains($0.entry.id) }
  }

  /// Takes entries that `write` writes, and does not wait.
  package func add(_ entries: [JournalEntry]) {
    waiting.withLock { if $0.count < Self.mostWaiting { $0 += entries } }
  }

  /// Writes what was added, and waits until it is on the disk. What cannot be written is written the next time, so that
  /// the file never has an entry without those before it.
  ///
  /// - Returns: The entries that are on the disk by now and were not before.
  @discardableResult
  package func write(at now: Int64) throws(FileError) -> [EntryID] {
    try state.withLock { state throws(FileError) in
      if state.lines > Self.manyLines {
        let path = "\(folder)/\(Self.fileName)"
        let all = Self.entries(
          try Files.read(path, limit: Self.maximumBytes),
          since: now - FleetTables.keptTime
        )
        state.file = try Self.file(of: all, in: folder)
        state.lines = all.count
      }
      let written = waiting.withLock(\.self)
      guard !written.isEmpty else { return [] }
      let bytes = written.flatMap(\.line)
      let isTorn = state.isTorn
      state.isTorn = true
      try state.file.append(isTorn ? [UInt8(ascii: "\n")] + bytes : bytes)
      try state.file.synchronize()
      state.isTorn = false
      state.lines += written.count
      waiting.withLock { $0.removeFirst(written.count) }
      return written.map(\.entry.id)
    }
  }

  package func keep(_ peers: [NodeReport]) throws(FileError) {
    try Files.write(DataValue.list(peers.map(\.data)).json, to: "\(folder)/\(Self.peersName)")
  }

  private static func peers(in folder: String) throws(FileError) -> [NodeReport] {
    let path = "\(folder)/\(peersName)"
    guard Files.exists(path) else { return [] }
    let bytes = try Files.read(path, limit: maximumBytes)
    guard let data = try? DataValue(reading: bytes.span, as: .json),
      case .array(let nodes) = data.content
    else { return [] }
    return nodes.compactMap { NodeReport($0) }
  }

  /// The number of the node, which is made with its folder.
  private static func id(in folder: String) throws(FileError) -> NodeID {
    let path = "\(folder)/\(idName)"
    if Files.exists(path),
      let id = NodeID(String(decoding: try Files.read(path, limit: 64), as: UTF8.self))
    {
      return id
    }
    let id = NodeID(.random(in: 1 ... .max))
    try Files.write(Array("\(id)".utf8), to: path)
    return id
  }
}

extension JournalEntry {
  fileprivate var line: [UInt8] {
    var members: [(String, DataValue)] = [("entry", entry.data)]
    if let position { members.append(("position", .text("\(position)"))) }
    if let history { members.append(("history", .text("\(history)"))) }
    return DataValue.members(members).json + [UInt8(ascii: "\n")]
  }

  fileprivate init?(_ data: DataValue) {
    guard let entry = data["entry"].flatMap({ FleetEntry($0) }) else { return nil }
    self.init(
      entry,
      at: data["position"]?.string.flatMap { FleetPosition($0) },
      in: data["history"]?.string.flatMap { FleetEpoch($0) }
    )
  }
}
