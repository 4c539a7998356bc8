// SPDX-License-Identifier: Apache-2.0

import Console
import ContentModel
import Glibc
import HTTPClient
import HTTPServer
import HTTPValues
import Message
import Passing
import Reactor
import Serving
import Signals
import Sites
import TransportSecurity

/// A running server, and the events that stop it: signals, and a process that takes over.
struct Service {
  private let server: HTTPServer
  private let operators: OperatorService?
  /// The addresses of the listeners, with the scheme of each.
  private let places: [(scheme: String, address: SocketAddress)]
  private let manager: ServiceManager
  private let control: LoopConfined<ServiceControl>
  private let loop: EventLoop
  private let isAdminSecure: Bool
  /// Whether there is neither a site nor an upstream.
  private let isWithoutContent: Bool
  /// Whether counters go on after a restart.
  private let keepsCounters: Bool
  private let sites: SiteServices?
  private let remote: CollectorSink?
  private let locks: StateLocks
  /// The attempts to be the node of the process that this one replaces; `nil` once it is, or in no fleet.
  private let joining: Task<Void, Never>?

  /// Listens on the configured addresses and those of the service manager; on the loopback address
  /// if there are none. Sockets of a process being replaced are taken over.
  ///
  /// - Parameter descriptors: the files and sockets that the process may have open.
  static func start(
    _ configuration: ServiceConfiguration,
    descriptors limit: Int,
    on group: LoopGroup
  ) async throws -> Service {
    let manager = ServiceManager(environment: ProcessEnvironment.all, process: getpid())
    let store = try certificates(configuration)
    let tokens = try AdminTokens(configuration.admin?.tokens ?? [])
    var claim: Takeover.Claim?
    if let takeover = configuration.takeover { claim = try Takeover.claim(at: takeover) }
    let handed = claim?.handed ?? HandedDescriptors()
    let configuration = try configuration.limited(
      descriptors: limit,
      loops: group.loops.count,
      handed: handed.count
    )
    let named = try SiteNames.sites(in: configuration.sites, state: configuration.state)
    let locks = try StateLocks(named.map(\.options.state), handed)
    let wanted = try listeners(configuration, manager, store, handed)
    let registry = try registry(configuration)
    let certificates = try store.map { try CertificateRenewal($0, registry) }
    let takesOver = handed.count > 0
    var sites: SiteServices?
    if !named.isEmpty {
      sites = try await SiteServices(
        named,
        configuration,
        registry,
        takesOver: takesOver,
        on: group
      )
    }
    let remote = try await CollectorSink.start(configuration, sites?.shared)
    let server = try await listening {
      try await visitors(at: wanted, configuration, sites, registry, on: group)
    }
    let lags = try await LoopLag.start(on: group, registry)
    let operators = try await OperatorService.start(
      configuration,
      sites,
      registry,
      (tokens, certificates),
      handed,
      RunningProcess(
        server: server,
        listeners: zip(wanted, server.addresses).map { VisitorListener($0, at: $1) },
        loops: group.loops,
        lags: lags,
        limits: configuration.limits,
        options: configuration.options
      ),
      on: group
    )
    let loop = group.loops[0]
    let control = try await control(
      of: sites,
      takeover: configuration.takeover,
      handing: server.listeningSockets + (operators?.listeningSockets ?? []) + locks.descriptors,
      certificates,
      tokens,
      on: loop
    )
    do {
      try claim.take()?.confirm()
    } catch {
      _ = try await loop.perform { _ in control.value.withdrawOffer() }
      throw error
    }
    let offer = { @Sendable [sites] () async -> Void in
      let peerSockets = sites?.shared.fleet?.listeningSockets ?? []
      _ = try? await loop.perform { _ in control.value.publishOffer(with: peerSockets) }
    }
    let joining =
      takesOver
      ? await sites?.takeNode(on: group, { taken($0, handed) }, isNode: offer) : nil
    await offer()
    sites?.shared.log.record(.start, .info, Service.facts)
    sites?.shared.annotate("start", "portico \(Release.version)")
    try manager.notify("READY=1\nMAINPID=\(getpid())")
    let places = zip(wanted, server.addresses).map { listener, address in
      (listener.security == nil ? "http" : "https", address)
    }
    return Service(
      server: server,
      operators: operators,
      places: places,
      manager: manager,
      control: control,
      loop: loop,
      isAdminSecure: configuration.admin?.isSecure ?? false,
      isWithoutContent: sites == nil && configuration.upstream == nil,
      keepsCounters: configuration.state != nil,
      sites: sites,
      remote: remote,
      locks: locks,
      joining: joining
    )
  }

  /// Starts to serve visitors.
  private static func visitors(
    at listeners: [ListenerConfiguration],
    _ configuration: ServiceConfiguration,
    _ sites: SiteServices?,
    _ registry: SignalRegistry,
    on group: LoopGroup
  ) async throws -> HTTPServer {
    try await HTTPServer.start(
      listeners,
      on: group,
      limits: configuration.limits,
      signals: ServerSignals(
        registry,
        sites?.shared.refused ?? RefusedClients(),
        reportBug: { StandardStream.errors.write("portico: \($0)\n") }
      ),
      handler: try sites?.handlers(registry) ?? handlers(configuration, registry)
    )
  }

  /// Starts to listen to signals, and offers the sockets to a process that takes over.
  private static func control(
    of sites: SiteServices?,
    takeover: String?,
    handing descriptors: [Int32],
    _ certificates: CertificateRenewal?,
    _ tokens: AdminTokens?,
    on loop: EventLoop
  ) async throws -> LoopConfined<ServiceControl> {
    let persisted = sites?.sites.compactMap(\.persistence) ?? []
    let eventSinks = sites?.shared.eventSinks ?? []
    return try await loop.perform { core in
      LoopConfined(
        try ServiceControl(
          on: core,
          persisted: persisted,
          takeover: takeover,
          handing: descriptors,
          certificates: certificates,
          tokens: tokens,
          reopen: { for sink in eventSinks { sink.reopen() } }
        ),
        to: loop.number
      )
    }
  }

  private static func certificates(
    _ configuration: ServiceConfiguration
  ) throws -> TLSCertificateStore? {
    guard !configuration.identities.isEmpty else { return nil }
    let keys = try TicketKeyRing(now: UnixTime.now.seconds)
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: configuration.identities),
      ticketKeys: keys
    )
    for warning in store.context.warnings { StandardStream.errors.write("portico: \(warning)\n") }
    return store
  }

  private static func handlers(
    _ configuration: ServiceConfiguration,
    _ registry: SignalRegistry
  ) throws -> HTTPServer.HandlerFactory {
    guard let origin = configuration.upstream else { return { _ in WelcomeHandler() } }
    let upstream = try Upstream(origin, in: registry)
    let clientSignals = try ClientSignals(registry)
    let resolver = Resolver(pool: WorkerPool("names", threads: 2))
    var clients = SystemTrust().securing(configuration.clients)
    var options = CallOptions()
    if let timeout = configuration.upstreamTimeout {
      clients.connectTimeout = min(clients.connectTimeout, timeout)
      options.connectionWait = timeout
      clients.pace.firstByte = timeout
      clients.pace.idle = timeout
    }
    return { [clients, options] core in
      let client = try HTTPClient(on: core, clients, resolver: resolver, signals: clientSignals)
      return UpstreamHandler(try upstream.forwarder(over: client), options)
    }
  }

  /// The first lines that are printed.
  var greeting: String {
    var text = "portico \(Release.version) is serving\n"
    if isWithoutContent {
      text +=
        "There is no site here, so it only responds at /; expected --site FOLDER, "
        + "\(SiteSettings.path) in this folder, or --upstream HOST:PORT. "
        + "`portico new FOLDER` creates a site.\n"
    }
    for (scheme, address) in places {
      text += "  " + (address.isInternet ? "\(scheme)://\(address)/" : address.withRights) + "\n"
    }
    if let (scheme, address) = places.first(where: { $0.address.isInternet }) {
      let (path, host) = sites?.firstTry ?? ("", nil)
      let field = host.map { "-H 'Host: \($0)' " } ?? ""
      text += "Try: curl -i \(field)\(scheme)://\(address)/\(path)\n"
    }
    if let operators {
      text += "Operators: \(metrics(at: operators.address))\n"
      let scheme = isAdminSecure ? "https" : "http"
      if operators.address.isInternet { text += "Console: \(scheme)://\(operators.address)/\n" }
    }
    if operators != nil, !keepsCounters {
      text +=
        "Counters and the log are in memory, and end with the process; --state FOLDER keeps them.\n"
    }
    return text
  }

  /// Returns the URL of the metrics, or for a Unix socket the command that fetches them.
  private func metrics(at address: SocketAddress) -> String {
    let scheme = isAdminSecure ? "https" : "http"
    return switch address.place {
    case .v4, .v6: "\(scheme)://\(address)/metrics"
    case .unix(let path) where path.hasPrefix("@"):
      "curl --abstract-unix-socket \(path.dropFirst()) \(scheme)://localhost/metrics"
    case .unix(let path): "curl --unix-socket \(path) \(scheme)://localhost/metrics"
    }
  }

  /// The facts of the events of start and stop.
  private static var facts: [EventFact] {
    [EventFact(.version, Release.version), EventFact(.process, Int(getpid()))]
  }

  /// Waits for a signal, or for another process to take over; returns true for the latter.
  func untilStopped() async -> Bool {
    let (control, loop) = (control, loop)
    return await withCheckedContinuation { continuation in
      loop.execute { control.value.onStop { continuation.resume(returning: $0) } }
    }
  }

  /// Finishes the requests in progress.
  ///
  /// - Parameter isReplaced: whether another process has taken over.
  func stop(isReplaced: Bool) async {
    // The manager may have ended, which must not prevent a clean stop.
    try? manager.notify("STOPPING=1")
    sites?.shared.annotate("drain", "the process stops")
    joining?.cancel()
    for site in sites?.sites ?? [] {
      site.rollout.stop()
      if !isReplaced { site.fleet?.leave() }
    }
    async let stopped: Void? = operators?.stop()
    async let drained: Void = server.drain()
    if isReplaced {
      for site in sites?.sites ?? [] { await site.fleet?.retire() }
    } else {
      await drained
    }
    await sites?.shared.fleet?.stop()
    _ = await (drained, stopped)
    for site in sites?.sites ?? [] {
      await site.resources.stop()
      await site.keepTraffic()
      do {
        guard let count = try site.persistence?.write(at: UnixTime.now.seconds * 1_000) else {
          continue
        }
        site.log.write("\(count) cached answers are saved")
      } catch {
        site.log.write("the cache is not saved: \(error)")
      }
    }
    // Waits until the last write is complete.
    try? await sites?.shared.diskWriter.run {}
    sites?.shared.log.record(.stop, .info, Service.facts)
    async let sent: Void? = remote?.close()
    for sink in sites?.shared.eventSinks ?? [] { sink.close() }
    sites?.shared.ageLimit?.close()
    await sent
  }
}
