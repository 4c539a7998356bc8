// SPDX-License-Identifier: Apache-2.0

package import Console
package import HTTPServer
package import Reactor

/// The process in reports for operators: its loops, its listeners for visitors and its options.
package struct RunningProcess: Sendable {
  /// One loop at this moment.
  package struct LoopFigures: Sendable {
    package let number: Int
    /// Connections of visitors.
    package let connections: Int
    /// The last lag of its timer, and the longest of the last minute; `nil` before the first
    /// second.
    package let lag: (last: Duration, longest: Duration)?
  }

  package let server: HTTPServer
  /// Where visitors reach it.
  package let listeners: [VisitorListener]
  package let loops: [EventLoop]
  let lags: [LoopConfined<LoopLag>]
  /// The limits for visitors.
  package let limits: ServerLimits
  package let options: [ServedOption]

  package init(
    server: HTTPServer,
    listeners: [VisitorListener],
    loops: [EventLoop],
    lags: [LoopConfined<LoopLag>],
    limits: ServerLimits,
    options: [ServedOption]
  ) {
    (self.server, self.listeners, self.loops) = (server, listeners, loops)
    (self.lags, self.limits, self.options) = (lags, limits, options)
  }

  /// Asks the loops, one after the other.
  package func loopFigures() async throws -> [LoopFigures] {
    let connections = try await server.connectionCounts()
    var figures: [LoopFigures] = []
    for (number, (loop, lag)) in zip(loops, lags).enumerated() {
      figures.append(
        LoopFigures(
          number: number,
          connections: connections.indices.contains(number) ? connections[number] : 0,
          lag: try await loop.perform { _ in lag.value.recent }
        )
      )
    }
    return figures
  }
}

extension VisitorListener {
  /// - Parameters:
  ///   - listener: the listener as it was wanted.
  ///   - address: its address; one for all interfaces is reached at the loopback address.
  package init(_ listener: ListenerConfiguration, at address: SocketAddress) {
    let place: Place =
      switch address.place {
      case .unix(let path): .socket(path)
      case .v4(0): .address("127.0.0.1:\(address.port)")
      case .v6(high: 0, low: 0, _): .address("[::1]:\(address.port)")
      case .v4, .v6: .address("\(address)")
      }
    self.init(
      listener.security == nil ? "http" : "https",
      place,
      expectsProxyHeader: listener.expectsProxyHeader
    )
  }
}
