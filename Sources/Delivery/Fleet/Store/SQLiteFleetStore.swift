// SPDX-License-Identifier: Apache-2.0

import Files
package import Reactor
import SQL
import SQLite
import Synchronization

// Nodes of one machine wake each other by a file each, whose folder they watch.

/// A store in a folder, for several processes of one machine.
package final class SQLiteFleetStore: FleetStore {
  package static let fileName = "fleet.db"

  private let folder: String
  private let database: Mutex<Database>
  private let clock: LoopClock
  private let tables = FleetTables.sqlite
  private let isClosed = Mutex(false)
  private let wakes: Mutex<[String: String]> = Mutex([:])

  /// Opens the store; makes a folder that is not there.
  ///
  /// - Parameter wake: called when a process that has the store open, this one too, has appended something or beaten.
  package init(
    _ folder: String,
    clock: LoopClock = .system,
    wake: @escaping @Sendable (FleetWake) -> Void = { _ in }
  ) throws {
    self.folder = folder
    self.clock = clock
    let path = "\(folder)/\(Self.fileName)"
    try Files.makeFolder("\(folder)/wakes", isPrivate: true)
    try Files.makePrivateFile(path)
    var database = try Database(path)
    try database.migrate(tables.steps, allowsLater: true)
    self.database = Mutex(database)
    let thread = try LoopThread(name: "fleet wakes") { [weak self] in
      // While the kernel refuses a watch nobody is woken, and nodes look by themselves.
      var watch = FolderWatch([], flat: ["\(folder)/wakes"])
      while let self, !self.isClosed.withLock({ $0 }) {
        if watch.wait(timeout: 500, quiet: 0) { self.hear(wake) }
      }
    }
    thread.detach()
  }

  /// Ends the thread that listens, within half a second.
  package func close() { isClosed.withLock { $0 = true } }

  package func keep(_ blob: [UInt8]) throws(FleetStoreError) -> BlobDigest {
    try translating { [tables] in
      try database.withLock { try tables.keep(blob, moment(), in: &$0) }
    }
  }

  package func editions() throws(FleetStoreError) -> [FleetEdition] {
    try translating { [tables] in
      try database.withLock { database in
        try database.transaction(.reading) { try tables.editions(moment(), in: &$0) }
      }
    }
  }

  package func removeBlobs(
    besides needed: Set<BlobDigest>,
    of editions: [FleetEdition]
  ) throws(FleetStoreError) -> Int {
    try translating { [tables] in
      try database.withLock { database in
        try database.transaction(.writing) {
          try tables.removeBlobs(besides: needed, of: editions, moment(), in: &$0)
        }
      }
    }
  }

  package func fetch(_ digest: BlobDigest) throws(FleetStoreError) -> [UInt8]? {
    try translating { [tables] in try database.withLock { try tables.fetch(digest, in: &$0) } }
  }

  package func append(_ entries: [FleetEntry]) throws(FleetStoreError) -> AppendAnswer {
    let answer = try translating { [tables] in
      try database.withLock { database in
        try database.transaction(.writing) { database in
          try tables.append(entries, { _ in try moment() }, in: &database)
        }
      }
    }
    if let entry = entries.first, case .recorded(let head, _, _) = answer.outcomes.last {
      announce(FleetWake(from: entry.node, head: head))
    }
    return answer
  }

  package func read(from number: Int64, limit: Int) throws(FleetStoreError) -> ReadAnswer {
    try translating { [tables] in
      try database.withLock { database in
        try database.transaction(.reading) { database in
          try tables.read(from: number, limit: limit, in: &database)
        }
      }
    }
  }

  package func beat(_ beat: Beat) throws(FleetStoreError) -> BeatAnswer {
    let answer = try translating { [tables] in
      try database.withLock { database in
        try database.transaction(.writing) { database in
          try tables.beat(beat, { _ in try moment() }, in: &database)
        }
      }
    }
    if beat.isAnnounced { announce(FleetWake(from: beat.report.id, head: answer.head)) }
    return answer
  }

  /// A file that was put in the place of another one is another store.
  private func moment() throws -> FleetTables.Moment {
    let file = try FileTree(folder).files.first { $0.path == Self.fileName }
    return FleetTables.Moment(
      time: FleetInstant(microseconds: clock.wallNanoseconds / 1_000),
      identity: "file \(file?.stamp.inode ?? 0)"
    )
  }

  private func announce(_ wake: FleetWake) {
    // A hint: without it the others look by themselves.
    try? Files.write(Array(wake.text.utf8), to: "\(folder)/wakes/\(wake.node)")
  }

  /// Finds which nodes have given a hint since the last time.
  private func hear(_ wake: (FleetWake) -> Void) {
    for file in (try? FileTree("\(folder)/wakes"))?.files ?? [] {
      guard let bytes = try? Files.read("\(folder)/wakes/\(file.path)", limit: 256) else {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let stamp = "\(file.stamp)"
      let isNew = wakes.withLock { $0.updateValue(stamp, forKey: file.path) != stamp }
      if isNew, let heard = FleetWake(text: text) { wake(heard) }
    }
  }

  private func translating<Value>(_ body: () throws -> Value) throws(FleetStoreError) -> Value {
    do {
      return try body()
    } catch let error as FleetStoreError {
      throw error
    } catch {
      throw FleetStoreError(.away, "\(error)")
    }
  }
}

extension FleetWake {
  /// The hint in one line.
  var text: String { "\(node) \(head)" }

  init?(text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let node = NodeID(parts[0]), let head = FleetPosition(parts[1]) else {
      return nil
    }
    self.init(from: node, head: head)
  }
}
