// SPDX-License-Identifier: Apache-2.0

import AnswerCache
package import ContentModel
package import Editions
package import Gateway
package import Geography
import HTTPClient
import HTTPServer
package import HTTPValues
package import Learning
package import Reactor
import Signals

/// A gateway that answers requests without a connection, for editions side by side. It listens nowhere, and its
/// cache and its metrics are its own.
package final class ReplayGateway: Sendable {
  /// The milliseconds for which kept answers of services count as fresh.
  private static let lifetime: Int64 = 86_400_000

  private let group: LoopGroup
  private let store: AnswerStore
  private let client: LoopConfined<HTTPClient>
  private let handlers: [LoopConfined<ContentHandler>]
  private var loop: EventLoop { group.loops[0] }

  /// - Parameters:
  ///   - publishers: what it serves; a request names one by its number.
  ///   - callsServices: whether services are asked for what is not kept. If not, time stands still.
  ///   - recorded: the cache of another gateway; `nil` for none.
  ///   - hints: what another gateway has learned that visitors ask for next; `nil`: answers have no hints.
  ///   - bytes: the most bytes of services' answers that are used.
  package init(
    _ publishers: [Publisher],
    seal: SiteSeal,
    at now: UnixTime,
    callsServices: Bool,
    recorded: RecordedAnswers? = nil,
    hints: HintLearning? = nil,
    countries: CountryFile? = nil,
    bytes: Int
  ) async throws {
    let clock = callsServices ? LoopClock.system : .manual(ManualClock(wallSeconds: now.seconds))
    group = try LoopGroup(count: 1, name: "replay", clock: clock)
    let loop = group.loops[0]
    let store = AnswerStore(limits: StoreLimits(bytes: bytes))
    self.store = store
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let signals = try ClientSignals(SignalRegistry())
    let usual = ClientConfiguration()
    let configuration = callsServices ? SystemTrust().securing(usual) : usual
    let client = try await loop.perform { core in
      LoopConfined(
        try HTTPClient(on: core, configuration, resolver: resolver, signals: signals),
        to: loop.number
      )
    }
    self.client = client
    let connections = ServiceConnections()
    var handlers: [LoopConfined<ContentHandler>] = []
    for publisher in publishers {
      let signals = try GatewaySignals(SignalRegistry())
      handlers.append(
        try await loop.perform { core in
          var access = ServiceAccess()
          access.connections = { connections.rules(for: $0) }
          access.callsServices = callsServices
          let dependencies = try GatewayDependencies(
            store: store,
            client: client.value,
            signals: signals,
            access: access
          )
          var site = GatewaySite(publisher, seal: seal)
          site.countries = countries
          site.hints = hints
          let handler = ContentHandler(site, dependencies, recorded: recorded, on: core)
          return LoopConfined(handler, to: loop.number)
        }
      )
    }
    self.handlers = handlers
  }

  deinit {
    let (client, group) = (client, group)
    group.loops[0].execute { client.value.close() }
    group.stop()
  }

  /// Answers a request by one of the publishers; `nil` for a request that is not answered with a document.
  ///
  /// - Parameter address: where it comes from; another process of this machine unless given.
  package func answer(
    _ request: Request,
    of publisher: Int,
    from address: SocketAddress = .loopback(port: 0)
  ) async -> ReplayedAnswer? {
    let handler = handlers[publisher]
    let task = Task(executorPreference: loop) {
      await handler.value.replay(
        request,
        from: Peer(client: address, local: .loopback(port: 0), layer: nil)
      )
    }
    return await task.value
  }

  /// Takes over answers of services as if they had come just now; returns their number.
  package func restore<Failure: Error>(
    at now: UnixTime,
    _ read: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> Int {
    let milliseconds = now.seconds * 1_000
    return try StoreSnapshot(of: store).restore(
      at: milliseconds,
      grace: 0,
      payload: { GatewaySnapshot.renewedFragment($0, $1, at: now) },
      lifetime: { _ in
        EntryLifetime(storedAt: milliseconds, freshUntil: milliseconds + ReplayGateway.lifetime)
      },
      read
    ).entries
  }

  /// The answers of services that it has.
  func snapshot(at now: UnixTime) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = StoreSnapshot(of: store).write(at: now.seconds * 1_000) { bytes += $0 }
    return bytes
  }
}
