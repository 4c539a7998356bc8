// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Gateway
import Geography
import HTTPClient
import HTTPServer
import HTTPValues
import Learning
import LoopTesting
import Message
import Reactor
import Signals
import SiteTesting
import Synchronization
import Testing

/// A served site with a clock that a test moves.
final class SiteServer: Sendable {
  static let start: Int64 = 1_800_000_000
  static let seal = SiteSeal(secret: Array("a secret of thirty-two bytes....".utf8))

  let site: MemorySite
  let publisher: Publisher
  let clock: ManualClock
  let store = AnswerStore()
  /// The gateway's metrics.
  let signals: SignalRegistry
  let refresh: CacheRefresh
  /// What visitors ask for next.
  let hints = HintLearning()
  /// The drafts that previews show beside the site.
  let drafts = LiveDrafts()
  private let counts: TrafficCounts
  private let group: LoopGroup
  private let server: HTTPServer
  private let handler: LoopConfined<ContentHandler>

  init(
    _ files: [String: String],
    settings: String = MemorySite.settings,
    countries: CountryFile? = nil,
    events: EventLog? = nil,
    timing: [IPNetwork] = [],
    compression: WorkerPool? = nil,
    lookup: @escaping Resolver.Lookup = Resolver.systemLookup,
    clock: ManualClock = ManualClock(wallSeconds: SiteServer.start)
  ) async throws {
    self.clock = clock
    site = MemorySite(files, settings: settings)
    publisher = Publisher(site, .complete)
    _ = publisher.refresh(at: UnixTime(seconds: SiteServer.start))
    group = try LoopGroup(count: 1, name: "site", clock: .manual(clock))
    let (publisher, store) = (publisher, store)
    let resolver = Resolver(pool: WorkerPool("names", threads: 1), lookup: lookup)
    signals = try SignalRegistry()
    let gatewaySignals = try GatewaySignals(signals)
    refresh = try CacheRefresh(of: publisher, store, RefreshSignals(signals)) { _ in }
    let clientSignals = try ClientSignals(try SignalRegistry())
    let (refresh, hints, drafts) = (refresh, hints, drafts)
    let previewSignals = try PreviewSignals(signals, drafts)
    let counts = TrafficCounts()
    self.counts = counts
    let made = Mutex<LoopConfined<ContentHandler>?>(nil)
    server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in
        let recorder = events?.makeRecorder()
        let client = try HTTPClient(
          on: core,
          ClientConfiguration(),
          resolver: resolver,
          signals: clientSignals
        )
        var site = GatewaySite(publisher, seal: SiteServer.seal)
        site.countries = countries
        site.timing = timing
        site.compression = compression
        site.refresh = refresh
        site.traffic = {
          hints.take($0.visits, lost: $0.lostVisits, at: clock.wallSeconds * 1_000)
          return counts.add($0, at: clock.wallSeconds)
        }
        site.hints = hints
        let handler = ContentHandler(
          site,
          try GatewayDependencies(store: store, client: client, signals: gatewaySignals),
          events: recorder.map { RequestEvents($0, of: nil) },
          on: core
        )
        made.withLock { $0 = LoopConfined(handler, to: core.loop.number) }
        return try PreviewHandler(
          before: handler,
          drafts,
          seal: SiteServer.seal,
          previewSignals,
          events: recorder.map { RequestEvents($0, of: nil) },
          on: core
        ) { draft in
          let client = try HTTPClient(
            on: core,
            ClientConfiguration(),
            resolver: resolver,
            signals: ClientSignals(try SignalRegistry())
          )
          var site = GatewaySite(draft.publisher, seal: SiteServer.seal)
          site.draft = draft
          let handler = ContentHandler(
            site,
            try GatewayDependencies(
              store: draft.store,
              client: client,
              signals: GatewaySignals(try SignalRegistry())
            ),
            events: recorder.map { RequestEvents($0, of: nil, preview: draft.id) },
            on: core
          )
          return (handler, { client.close() })
        }
      }
    )
    handler = try #require(made.withLock { $0 })
  }

  deinit { group.stop() }

  /// Stops as a process does that is told to: what is under way may finish.
  func drain() async { await server.drain() }

  func publish() {
    _ = publisher.refresh(at: UnixTime(seconds: clock.wallSeconds))
  }

  /// Waits until the turn is over in which the last answer was given; what is handed over to a loop
  /// may still run in that one.
  func settle() async throws {
    for _ in 0..<2 { try await group.loops[0].perform { _ in } }
  }

  /// The gateway's present state.
  func inspection() async throws -> GatewayInspection {
    let handler = handler
    return try await group.loops[0].perform { _ in handler.value.inspection }
  }

  /// Cancels a request as an operator does, in the same turn in which `first` is called.
  func cancel(
    _ request: RequestUnderWay.ID,
    after first: @escaping @Sendable () -> Void = {}
  ) async throws -> Bool {
    let handler = handler
    return try await group.loops[0].perform { _ in
      first()
      return handler.value.cancel(request)
    }
  }

  /// The sketch of what was answered until now.
  func sketch() async throws -> TrafficSketch {
    let handler = handler
    try await group.loops[0].perform { _ in handler.value.tellTraffic() }
    return counts.sketch.withLock { $0 }
  }

  /// Returns the cache's finding for a request.
  func finding(_ target: String, _ fields: Fields = [:]) async throws -> CacheFinding {
    let handler = handler
    let request = Request(authority: "a", target: target, fields: fields)
    return try await group.loops[0].perform { _ in
      handler.value.finding(for: [request], from: .loopback(port: 1))
    }
  }

  /// The address of the listener.
  var address: SocketAddress { server.addresses[0] }

  /// An answer in its parts.
  struct Reply {
    let status: Int
    let fields: [String: String]
    let body: String
    let bytes: Int
  }

  func get(
    _ target: String,
    _ fields: [String: String] = [:],
    method: String = "GET",
    body: String? = nil
  ) async throws -> Reply {
    try await get(target, fields, method: method, bytes: body.map { Array($0.utf8) })
  }

  func get(
    _ target: String,
    _ fields: [String: String] = [:],
    method: String,
    bytes: [UInt8]?
  ) async throws -> Reply {
    let address = server.addresses[0]
    let text = try await onThread {
      let socket = try PlainSocket(to: address, keeping: self)
      var request = "\(method) \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
      for (name, value) in fields { request += "\(name): \(value)\r\n" }
      if let bytes { request += "Content-Length: \(bytes.count)\r\n" }
      try socket.send(Array("\(request)\r\n".utf8) + (bytes ?? []))
      return try socket.receiveAll()
    }
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    var found: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      found[String(pair[0])] = String(pair[1].drop { $0 == " " })
    }
    let body = parts.count > 1 ? String(parts[1]) : ""
    return Reply(
      status: Int(lines[0].split(separator: " ")[1]) ?? 0,
      fields: found,
      body: body,
      bytes: body.utf8.count
    )
  }
}

/// Sums up what a loop has answered.
private final class TrafficCounts: Sendable {
  let sketch = Mutex(TrafficSketch())

  func add(_ count: TrafficCount, at seconds: Int64) -> UInt64 {
    sketch.withLock {
      $0.add(count, at: seconds)
      return $0.largestThing
    }
  }
}
