// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Gateway
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor
import Signals
import Sites

/// A gateway that serves two editions side by side to requests that are replayed. It listens nowhere, and its
/// cache and its metrics are its own.
final class ReplayGateway: Sendable {
  /// The milliseconds for which kept answers of services count as fresh.
  private static let lifetime: Int64 = 86_400_000

  enum Side { case served, candidate }

  private let group: LoopGroup
  private let store: AnswerStore
  private let client: LoopConfined<HTTPClient>
  private let served: LoopConfined<ContentHandler>
  private let candidate: LoopConfined<ContentHandler>
  private var loop: EventLoop { group.loops[0] }

  /// - Parameters:
  ///   - callsServices: whether services are asked for what is not kept. If not, time stands still.
  ///   - bytes: the most bytes of services' answers that are used.
  init(
    _ sources: (served: any SiteSource, candidate: any SiteSource),
    seal: SiteSeal,
    at now: UnixTime,
    callsServices: Bool,
    bytes: Int
  ) async throws {
    let clock = callsServices ? LoopClock.system : .manual(ManualClock(wallSeconds: now.seconds))
    group = try LoopGroup(count: 1, name: "replay", clock: clock)
    let loop = group.loops[0]
    let store = AnswerStore(limits: StoreLimits(bytes: bytes))
    self.store = store
    let resolver = Resolver(pool: try WorkerPool(threads: 1))
    let signals = try ClientSignals(SignalRegistry())
    let configuration = SystemTrust().securing(ClientConfiguration())
    let client = try await loop.perform { core in
      LoopConfined(
        try HTTPClient(on: core, configuration, resolver: resolver, signals: signals),
        to: loop.number
      )
    }
    self.client = client
    let connections = ServiceConnections()
    func handler(_ source: any SiteSource) async throws -> LoopConfined<ContentHandler> {
      let publisher = Publisher(source)
      _ = publisher.refresh(at: now)
      let signals = try GatewaySignals(SignalRegistry())
      return try await loop.perform { core in
        let dependencies = try GatewayDependencies(
          store: store,
          client: client.value,
          signals: signals,
          connections: { connections.rules(for: $0) },
          callsServices: callsServices
        )
        let handler = ContentHandler(publisher, seal: seal, dependencies, on: core)
        return LoopConfined(handler, to: loop.number)
      }
    }
    served = try await handler(sources.served)
    candidate = try await handler(sources.candidate)
  }

  deinit {
    let (client, group) = (client, group)
    group.loops[0].execute { client.value.close() }
    group.stop()
  }

  /// Answers a GET; `nil` for one that an edition does not answer itself.
  func answer(_ target: String, by side: Side) async -> ReplayedAnswer? {
    let handler = side == .served ? served : candidate
    let task = Task(executorPreference: loop) {
      let nobody = SocketAddress.loopback(port: 0)
      return await handler.value.replay(
        Request(.get, scheme: .http, authority: "localhost", target: target),
        from: Peer(client: nobody, local: nobody, layer: nil)
      )
    }
    return await task.value
  }

  /// Takes over answers of services as if they had come just now; returns their number.
  func restore<Failure: Error>(
    at now: UnixTime,
    _ read: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> Int {
    let milliseconds = now.seconds * 1_000
    return try store.restore(
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
    _ = store.writeSnapshot(at: now.seconds * 1_000) { bytes += $0 }
    return bytes
  }
}
