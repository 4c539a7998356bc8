// SPDX-License-Identifier: Apache-2.0

import HTTPServer
package import Reactor
import Signals

/// The services of the shop, in the order of their ports.
package enum ServiceName: String, Sendable, CaseIterable {
  case catalog
  case prices
  case reviews
  case stock
  case stores
  case accounts
  case orders

  var routes: [Route] {
    switch self {
    case .catalog: Catalog.routes
    case .prices: Prices.routes
    case .reviews: Reviews.routes
    case .stock: Stock.routes
    case .stores: Stores.routes
    case .accounts: Accounts.routes
    case .orders: Orders.routes
    }
  }
}

/// The running services, each a server on a port of its own, over data that begins anew with each start.
package final class Shop: Sendable {
  /// The port of the first service, unless another is chosen.
  package static let usualPort: UInt16 = 9_001

  /// The services in the order of their ports.
  package let places: [(name: ServiceName, address: SocketAddress)]
  private let servers: [HTTPServer]

  private init(_ running: [(name: ServiceName, server: HTTPServer)]) {
    servers = running.map(\.server)
    places = running.flatMap { name, server in server.addresses.map { (name, $0) } }
  }

  /// Starts the services.
  ///
  /// - Parameter firstPort: the port of the first one; the others follow. With 0 the kernel chooses all.
  package static func start(firstPort: UInt16, on group: LoopGroup) async throws -> Shop {
    let data = SharedShopData(try ShopData())
    var running: [(ServiceName, HTTPServer)] = []
    do {
      for (index, name) in ServiceName.allCases.enumerated() {
        let port = firstPort == 0 ? 0 : firstPort &+ UInt16(index)
        running.append((name, try await serve(name, of: data, at: port, on: group)))
      }
    } catch {
      for (_, server) in running { await server.drain() }
      throw error
    }
    return Shop(running)
  }

  private static func serve(
    _ name: ServiceName,
    of data: SharedShopData,
    at port: UInt16,
    on group: LoopGroup
  ) async throws -> HTTPServer {
    var limits = ServerLimits()
    // A response that hangs on purpose must not delay the stop.
    limits.timeouts.drain = .seconds(2)
    let service = Service(name.routes, over: data)
    return try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: port))],
      on: group,
      limits: limits,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in ServiceHandler(service, on: core) }
    )
  }

  /// Finishes requests in progress, and closes.
  package func stop() async {
    await withTaskGroup { group in
      for server in servers { group.addTask { await server.drain() } }
    }
  }
}
