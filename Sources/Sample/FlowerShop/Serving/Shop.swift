// SPDX-License-Identifier: Apache-2.0

import Files
import HTTPServer
package import Reactor
import Signals

/// The running services, each a server on a port of its own.
package final class Shop: Sendable {
  /// A service and where it listens.
  package struct Place: Sendable {
    package let name: ServiceName
    package let address: SocketAddress
  }

  /// What to run.
  package struct Configuration: Sendable {
    /// The folder of the data; it is made, and filled, when it is not there.
    package var folder: String
    /// The port of the first service; the others have those behind it, whether all run or not. With
    /// 0 the kernel chooses.
    package var firstPort: UInt16 = Shop.usualPort
    package var services = ServiceName.allCases

    package init(folder: String) { self.folder = folder }
  }

  /// The first port unless told otherwise.
  package static let usualPort: UInt16 = 9_001

  /// The services in the order of their ports.
  package let places: [Place]
  private let servers: [HTTPServer]
  private let pool: WorkerPool

  private init(_ places: [Place], _ servers: [HTTPServer], _ pool: WorkerPool) {
    self.places = places
    self.servers = servers
    self.pool = pool
  }

  /// Opens the data and listens.
  package static func start(
    _ configuration: Configuration,
    on group: LoopGroup
  ) async throws -> Shop {
    let pool = try WorkerPool(threads: 4)
    var places: [Place] = []
    var servers: [HTTPServer] = []
    do {
      try await pool.run { try Files.makeFolder(configuration.folder) }
      for (index, name) in ServiceName.allCases.enumerated()
      where configuration.services.contains(name) {
        let service = try await pool.run { try name.service(in: configuration.folder) }
        let port = configuration.firstPort == 0 ? 0 : configuration.firstPort &+ UInt16(index)
        let server = try await serve(service, at: port, on: group, pool)
        servers.append(server)
        places += server.addresses.map { Place(name: name, address: $0) }
      }
    } catch {
      for server in servers { await server.drain() }
      pool.close()
      throw error
    }
    return Shop(places, servers, pool)
  }

  private static func serve(
    _ service: any ShopService,
    at port: UInt16,
    on group: LoopGroup,
    _ pool: WorkerPool
  ) async throws -> HTTPServer {
    var limits = ServerLimits()
    limits.bodyBytes = 1 << 20
    // A request that hangs as it was told to does not keep us from ending.
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

  /// Where a service listens; `nil` when it does not run.
  package func address(of name: ServiceName) -> SocketAddress? {
    places.first { $0.name == name }?.address
  }

  /// Finishes what is under way and closes.
  package func stop() async {
    await withTaskGroup { group in
      for server in servers { group.addTask { await server.drain() } }
    }
    pool.close()
  }
}
