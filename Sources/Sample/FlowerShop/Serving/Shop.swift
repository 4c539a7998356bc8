// SPDX-License-Identifier: Apache-2.0

import Files
import HTTPServer
package import Reactor
import SQL
import SQLite
import Signals

/// The running services, each a server on a port of its own.
package final class Shop: Sendable {
  /// A service and its address.
  package struct Place: Sendable {
    package let name: ServiceName
    package let address: SocketAddress
  }

  /// The settings of the shop.
  package struct Configuration: Sendable {
    /// The data folder; created and filled if it is missing.
    package var folder: String
    /// The port of the first service; each service has a fixed offset from it. With 0 the kernel
    /// chooses.
    package var firstPort: UInt16 = Shop.usualPort
    package var services = ServiceName.allCases

    package init(folder: String) { self.folder = folder }
  }

  /// The default first port.
  package static let usualPort: UInt16 = 9_001

  /// The services in the order of their ports.
  package let places: [Place]
  private let running: [Running]
  private let pool: WorkerPool

  /// A service and its server.
  private struct Running: Sendable {
    let name: ServiceName
    let service: any ShopService
    let server: HTTPServer
  }

  private init(_ running: [Running], _ pool: WorkerPool) {
    self.running = running
    self.pool = pool
    places = running.flatMap { running in
      running.server.addresses.map { Place(name: running.name, address: $0) }
    }
  }

  /// Opens the data and listens.
  package static func start(
    _ configuration: Configuration,
    on group: LoopGroup
  ) async throws -> Shop {
    let pool = WorkerPool("shop", threads: 4)
    var running: [Running] = []
    do {
      try await pool.run { try Files.makeFolder(configuration.folder) }
      for (index, name) in ServiceName.allCases.enumerated()
      where configuration.services.contains(name) {
        let service = try await pool.run { try name.service(in: configuration.folder) }
        let port = configuration.firstPort == 0 ? 0 : configuration.firstPort &+ UInt16(index)
        let server = try await serve(service, at: port, on: group, pool)
        running.append(Running(name: name, service: service, server: server))
      }
    } catch {
      for running in running { await running.server.drain() }
      pool.close()
      throw error
    }
    return Shop(running, pool)
  }

  private static func serve(
    _ service: any ShopService,
    at port: UInt16,
    on group: LoopGroup,
    _ pool: WorkerPool
  ) async throws -> HTTPServer {
    var limits = ServerLimits()
    limits.bodyBytes = 1 << 20
    // A response that hangs on purpose must not delay the stop.
    limits.timeouts.drain = .seconds(2)
    let router = ServiceRouter(service)
    let faults = FaultSwitch()
    return try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: port))],
      on: group,
      limits: limits,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in ServiceHandler(router, faults: faults, pool: pool, on: core) }
    )
  }

  /// Returns a service's address; `nil` if it does not run.
  package func address(of name: ServiceName) -> SocketAddress? {
    places.first { $0.name == name }?.address
  }

  /// Finishes requests in progress, writes all data to the files, and closes.
  package func stop() async throws {
    await withTaskGroup { group in
      for running in running { group.addTask { await running.server.drain() } }
    }
    for running in running {
      try await pool.run { try running.service.database.checkpoint() }
    }
    pool.close()
  }
}
