// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
package import Fleet
import HTTPServer
import PostgreSQL
package import Reactor
import Signals
import Synchronization

/// The options of a node of a fleet.
package struct FleetSettings: Sendable {
  /// The place that the nodes share.
  package enum Store: Sendable, Equatable {
    /// A database, with another address for its notifications past a pooler, if there is one.
    case postgreSQL(String, listening: String?)
    /// A folder, for nodes of one machine.
    case folder(String)
  }

  package let store: Store
  /// The name by which operators know the node.
  package let name: String
  private let source: KeySource
  /// Where other nodes reach this one.
  package let listener: SocketAddress
  /// The address that others use; `nil` for that of the listener.
  package var address: String?
  /// Whether the node publishes nothing of its own files.
  package var follows = false

  /// Where the secret is that all nodes share.
  package enum KeySource: Sendable {
    case file(String)
    /// The value of the environment's variable.
    case environment(String)
    /// A file in the fleet's folder, which the first node makes.
    case made(String)
  }

  package static let keyVariable = "PORTICO_FLEET_KEY"
  private static let keyFile = "key"

  package init(_ store: Store, name: String, _ key: KeySource, listener: SocketAddress) {
    self.store = store
    self.name = name
    source = key
    self.listener = listener
  }

  /// Reads the key.
  func key() throws -> FleetKey {
    switch source {
    case .file(let path): return try Self.key(in: path)
    case .environment(let word):
      guard let key = FleetKey(Array(word.utf8)) else {
        throw Self.badKey(Self.keyVariable, word.utf8.count)
      }
      return key
    case .made(let folder):
      let path = "\(folder)/\(Self.keyFile)"
      try FleetKey.makeFile(path)
      return try Self.key(in: path)
    }
  }

  /// The key in a file, without the end of its line.
  private static func key(in path: String) throws -> FleetKey {
    let bytes = try Files.read(path, limit: FleetKey.lengths.upperBound + 2)
    let end = bytes.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    guard let key = FleetKey(Array(bytes[..<end])) else {
      throw Self.badKey(path, end)
    }
    return key
  }

  /// The error of a key that is too short or too long.
  private static func badKey(_ place: String, _ count: Int) -> PlainError {
    PlainError(
      "the fleet's key in \(place) has \(count) bytes; expected \(FleetKey.lengths.lowerBound) to "
        + "\(FleetKey.lengths.upperBound)"
    )
  }

  /// Opens the store of a site. It blocks.
  func open(
    _ site: String,
    _ wake: @escaping @Sendable (FleetWake) -> Void
  ) throws -> any FleetStore {
    switch store {
    case .folder(let folder): return try SQLiteFleetStore("\(folder)/\(site)", wake: wake)
    case .postgreSQL(let address, let listening):
      var configuration = PostgreSQLConnection.Configuration(address)
      configuration.schema = Self.schema(of: site)
      var other = listening.map { PostgreSQLConnection.Configuration($0) }
      other?.schema = configuration.schema
      return try PostgreSQLFleetStore(configuration, listening: other, wake: wake)
    }
  }

  /// The schema of a site's tables.
  static func schema(of site: String) -> String { "\(PostgreSQLFleetStore.schema)_\(site)" }
}

/// The part of a process in a fleet that all its sites have in common.
package final class FleetProcess: Sendable {
  let settings: FleetSettings
  let key: FleetKey
  package let gate: FleetGate
  /// The server for other nodes; `nil` before the process joins.
  private let server: Mutex<HTTPServer?> = Mutex(nil)

  init(_ settings: FleetSettings) throws {
    self.settings = settings
    key = try settings.key()
    gate = FleetGate(key) { StandardStream.errors.write("portico: \($0)\n") }
  }

  /// Begins to listen for other nodes.
  ///
  /// - Parameter taken: returns a listener on the sockets of the process that is replaced, if there is one.
  func listen(
    on group: LoopGroup,
    _ taken: (ListenerConfiguration) -> ListenerConfiguration
  ) async throws {
    guard server.withLock({ $0 == nil }) else { return }
    let made = try await HTTPServer.start(
      [taken(ListenerConfiguration(settings.listener))],
      on: group,
      limits: FleetGate.limits,
      // The requests of other nodes are not part of the metrics.
      signals: ServerSignals(
        try SignalRegistry(),
        reportBug: { StandardStream.errors.write("portico: \($0)\n") }
      ),
      handler: { [gate] in gate.handler(on: $0) }
    )
    server.withLock { $0 = made }
  }

  /// The address at which other nodes reach this one.
  package var address: String {
    settings.address ?? server.withLock { $0.map { "\($0.addresses[0])" } } ?? ""
  }

  /// The sockets for the process that takes over.
  package var listeningSockets: [Int32] { server.withLock { $0?.listeningSockets ?? [] } }

  /// The seed by which all nodes name the clients of a site, and nobody else finds out who they are.
  func limitSeed(of site: String) -> HashSeed {
    let secret = key.secret(for: "rate limits of \(site)")
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return HashSeed(number(secret[..<8]), number(secret[8..<16]))
  }

  package func stop() async { await server.withLock(\.self)?.drain() }
}
