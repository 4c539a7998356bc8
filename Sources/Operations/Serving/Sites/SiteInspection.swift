// SPDX-License-Identifier: Apache-2.0

package import Backends
import Bytes
package import Gateway
import HTTPValues
import Reactor
import Synchronization

/// The present state of a site's gateway on all loops.
package struct SiteInspection: Sendable {
  package let site: String
  private let loops: [GatewayInspection]

  init(_ site: String, _ loops: [GatewayInspection]) { (self.site, self.loops) = (site, loops) }

  package var requests: [RequestUnderWay] { loops.flatMap(\.requests) }

  /// Each service as the loops know it, by name.
  package var backends: [(name: String, loops: [BackendStatus])] {
    Dictionary(grouping: loops.flatMap(\.backends), by: \.name)
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The last failed call to a service, as the loops have seen it.
  package func lastFailure(of backend: String) -> LastFailure? {
    loops.flatMap(\.failures).filter { $0.backend == backend }.max { $0.time < $1.time }
  }
}

/// The handlers of a site, one for each loop, which can be asked for their state.
final class SiteHandlers: Sendable {
  private let handlers = Mutex<[(loop: EventLoop, handler: LoopConfined<ContentHandler>)]>([])

  func add(_ handler: ContentHandler, on core: LoopCore) {
    let confined = LoopConfined(handler, to: core.loop.number)
    handlers.withLock { $0.append((core.loop, confined)) }
  }

  /// True at the start, until the first loop has its handler.
  var isEmpty: Bool { handlers.withLock { $0.isEmpty } }

  /// Asks one loop for the entry of the shared cache for a request.
  func finding(for requests: [Request], from client: SocketAddress) async throws -> CacheFinding {
    guard let (loop, handler) = handlers.withLock({ $0.first }) else {
      throw PlainError("no loop serves the site")
    }
    return try await loop.perform { _ in handler.value.finding(for: requests, from: client) }
  }

  /// Has all loops tell what they have answered.
  func tellTraffic() async {
    for (loop, handler) in handlers.withLock({ $0 }) {
      // A loop that has ended has told all that it had to.
      try? await loop.perform { _ in handler.value.tellTraffic() }
    }
  }

  /// Asks all loops for their state, one after the other.
  func inspections() async throws -> [GatewayInspection] { try await onEach(\.inspection) }

  /// Does something on all loops, one after the other.
  func onEach<Result: Sendable>(
    _ body: @escaping @Sendable (ContentHandler) -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for (loop, handler) in handlers.withLock({ $0 }) {
      results.append(try await loop.perform { _ in body(handler.value) })
    }
    return results
  }
}

extension SiteService {
  /// Returns the present state of the site's gateway on all loops.
  package func inspection() async throws -> SiteInspection {
    SiteInspection(name, try await handlers.inspections())
  }

  /// Ends the work on a request, on the loop where it waits; `false` where there is none.
  package func cancel(_ request: RequestUnderWay.ID) async throws -> Bool {
    try await handlers.onEach { $0.cancel(request) }.contains(true)
  }

  /// A change of endpoints by an operator's order.
  package enum EndpointChange {
    /// They get no calls for a while, or until they are readmitted.
    case eject(for: Duration?)
    case readmit
  }

  /// Ejects or readmits an endpoint of a service, or all, on all loops; returns whether anything changed.
  package func change(
    _ change: EndpointChange,
    _ endpoint: String?,
    of service: String
  ) async throws -> Bool {
    try await handlers.onEach { handler in
      switch change {
      case .eject(let duration):
        handler.eject(endpoint, of: service, for: duration)
        return true
      case .readmit: return handler.readmit(endpoint, of: service)
      }
    }.contains(true)
  }
}
