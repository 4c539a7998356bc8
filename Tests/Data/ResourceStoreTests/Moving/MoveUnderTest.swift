// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Foundation
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SQL
import SQLite
import Synchronization
import Testing

/// A move whose rounds and pauses do not depend on the speed of the machine.
enum MoveUnderTest {
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("storeprobe").path

  static func configuration() throws -> PostgreSQLConnection.Configuration {
    try PostgreSQLCluster.shared.get().configuration()
  }

  @discardableResult
  static func run(
    _ file: StoreFile,
    _ configuration: PostgreSQLConnection.Configuration,
    pause: Duration = .seconds(60),
    rounds: Int = 100,
    tell: @escaping (StoreMove.Event) throws -> Void = { _ in }
  ) throws -> StoreMove.Outcome {
    var settings = StoreMove.Settings()
    (settings.quickRound, settings.longestPause) = (.seconds(60), pause)
    settings.mostRounds = rounds
    return try StoreMove.run(
      fileAt: file.path,
      to: configuration,
      named: "the test",
      settings,
      tell: tell
    )
  }

  /// Moves a file by a process of its own, which is killed at a step.
  static func kill(
    _ file: StoreFile,
    _ configuration: PostgreSQLConnection.Configuration,
    at step: String
  ) throws {
    let child = try ChildProcess(
      program,
      ["move", file.path, configuration.address, configuration.schema, step]
    )
    var said = ""
    while !said.contains("reached \(step)\n") {
      let data = child.output.availableData
      try #require(!data.isEmpty, "it ended before \(step): \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    child.signal(SIGKILL)
    #expect(child.waitForEnd() == 128 + SIGKILL)
    // Its transaction ends when the server notices, and locks the schema until then.
    var waiting = configuration
    waiting.lockTimeout = .seconds(60)
    waiting.writesInTurn = true
    var database = PostgreSQLConnection(waiting)
    try database.transaction(.writing) { (_: inout PostgreSQLConnection) in }
  }

  /// Changes a file behind the back of its store.
  static func change(_ path: String, _ statement: String) throws {
    var configuration = Database.Configuration()
    configuration.trustsSchema = true
    var database = try Database(path, configuration)
    try database.execute(statement)
  }

  /// The number of tables and triggers of a move in a file.
  static func traces(in path: String) throws -> Int {
    var configuration = Database.Configuration()
    configuration.trustsSchema = true
    var database = try Database(path, configuration)
    return try database.value(
      "SELECT count(*) FROM sqlite_master WHERE name LIKE 'moving~_%' ESCAPE '~'"
    ) ?? 0
  }
}

/// Threads that write to a store until its records are moved, and then go on with the other one.
final class WritersUnderTest: Sendable {
  private let state: Mutex<State>

  private struct State {
    var store: ResourceStore
    var hasMoved = false
    var ended = 0
    var acknowledged: [ResourceID] = []
    var seen: [(id: ResourceID, version: Int64)] = []
  }

  init(_ store: ResourceStore) { state = Mutex(State(store: store)) }

  var acknowledged: [ResourceID] { state.withLock(\.acknowledged) }

  /// The records that the reader of changes has seen, in their order.
  var seen: [(id: ResourceID, version: Int64)] { state.withLock(\.seen) }

  func goOn(with store: ResourceStore) {
    state.withLock { state in
      state.store = store
      state.hasMoved = true
    }
  }

  func waitForWrites(_ count: Int) throws {
    let before = acknowledged.count
    try blockUntil("there are \(count) more writes") { acknowledged.count >= before + count }
  }

  /// Writes until the records are moved, and ten times to the other store.
  func write() throws {
    var left = 10
    while left > 0 {
      let (store, hasMoved) = state.withLock { ($0.store, $0.hasMoved) }
      let write = ResourceWrite(.create(type: "flowers", nil, ["name": "Rose"]))
      do {
        guard case .done(let results) = try store.write(WriteBatch([write]), at: StoreSamples.now)
        else { continue }
        let id = try results[0].get().resource.id
        state.withLock { $0.acknowledged.append(id) }
      } catch let error as StoreError where error.kind == .moved || error.kind == .unavailable {
        continue
      }
      if hasMoved { left -= 1 }
    }
    state.withLock { $0.ended += 1 }
  }

  /// Reads changes, each time behind the last one, until all writers have ended and no more are there.
  func read() throws {
    var version: Int64 = 0
    while true {
      let (store, isOver) = state.withLock { ($0.store, $0.ended == 4) }
      let page = try store.history.changes(since: version, in: "", limit: 7)
      version = page.version
      state.withLock { $0.seen += page.resources.map { ($0.id, $0.version) } }
      if isOver, page.resources.isEmpty { return }
    }
  }
}
