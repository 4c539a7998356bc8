// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import Foundation
import LoopTesting
import PostgreSQL
import ProgramTesting
import SQL
import SQLite
import Synchronization

/// The engines that keep the same promises.
enum StoreEngine: String, CaseIterable, Sendable {
  case sqlite, postgreSQL, model
}

/// A new store, which can be opened several times.
final class StoreUnderTest: Sendable {
  let engine: StoreEngine
  private let folder: String
  private let schema: String
  private let model = SharedStoreModel()
  let wakes = Mutex<[FleetWake]>([])

  init(_ engine: StoreEngine) {
    self.engine = engine
    let name = "fleet-\(UUID().uuidString.lowercased())"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    schema = name
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Opens the store as another process would.
  func open() throws -> any FleetStore { try open(heard) }

  func open(_ wake: @escaping @Sendable (FleetWake) -> Void) throws -> any FleetStore {
    switch engine {
    case .sqlite: try SQLiteFleetStore(folder, wake: wake)
    case .postgreSQL: try PostgreSQLFleetStore(configuration(), wake: wake)
    case .model: model
    }
  }

  func configuration() throws -> PostgreSQLConnection.Configuration {
    let cluster = try PostgreSQLCluster.shared.get()
    var configuration = PostgreSQLConnection.Configuration(cluster.address())
    configuration.schema = schema
    return configuration
  }

  /// Makes everything that an engine has older by two days.
  func age() throws {
    let columns = [
      ("fleet_blob", "kept"), ("fleet_edition", "used"), ("fleet_node", "beaten"),
      ("fleet_log", "recorded"),
    ]
    let statements = columns.map { "UPDATE \($0) SET \($1) = \($1) - 172800000000" }
    switch engine {
    case .sqlite:
      var database = try Database("\(folder)/\(SQLiteFleetStore.fileName)")
      for statement in statements { try database.run(statement) }
    case .postgreSQL:
      var connection = PostgreSQLConnection(try configuration())
      for statement in statements { try connection.run(statement) }
    case .model: return
    }
  }

  private func heard(_ wake: FleetWake) { wakes.withLock { $0.append(wake) } }

  /// Runs a script on the tables, as another release would.
  func execute(_ script: String) throws {
    switch engine {
    case .sqlite:
      var database = try Database("\(folder)/\(SQLiteFleetStore.fileName)")
      try database.execute(script)
    case .postgreSQL:
      var connection = PostgreSQLConnection(try configuration())
      try connection.execute(script)
    case .model: break
    }
  }

  static func run(
    _ engine: StoreEngine,
    _ body: @escaping @Sendable (StoreUnderTest) throws -> Void
  ) async throws {
    try await onThread { try body(StoreUnderTest(engine)) }
  }
}

extension AppendAnswer {
  /// The numbers at which entries stand.
  var numbers: [Int64?] {
    outcomes.map { if case .recorded(let position, _, _) = $0 { position.number } else { nil } }
  }
}
