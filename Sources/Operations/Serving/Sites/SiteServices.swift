// SPDX-License-Identifier: Apache-2.0

import Editions
import Gateway
package import HTTPServer
import Message
package import Reactor
package import Signals
import Sites

/// All sites that are served, by host.
package struct SiteServices: Sendable {
  package let sites: [SiteService]
  let directory: HostDirectory
  package let shared: SharedResources

  /// Publishes all sites and watches them. One of several may be invalid, and is not ready until it
  /// is corrected; throws if two have the same host, or none can be published.
  package init(
    _ named: [NamedSite],
    _ configuration: ServiceConfiguration,
    _ registry: SignalRegistry,
    takesOver: Bool,
    on group: LoopGroup
  ) async throws {
    let fleet = try configuration.fleet.map { try FleetProcess($0) }
    shared = try SharedResources(
      configuration,
      registry,
      state: named[0].options.state,
      loops: group.loops.count,
      fleet
    )
    directory = HostDirectory(of: named.map(\.name))
    var sites: [SiteService] = []
    for (number, site) in named.enumerated() {
      sites.append(
        try await SiteService(site, number, directory, shared, isAlone: named.count == 1, on: group)
      )
    }
    self.sites = sites
    let failures = sites.compactMap(\.failure)
    if let first = failures.first, failures.count == sites.count { throw first }
    try shared.watchCountries()
    if !takesOver { try await joinFleet(on: group) { $0 } }
    // In a fleet the log has the rollout.
    for site in sites where site.fleet == nil {
      ProcessRollout(site: site).goOn(isWatched: configuration.admin != nil, takesOver: takesOver)
    }
    for site in sites { try site.watch { [self] in refreshRefused() } }
  }

  /// Joins the fleet, if the process is in one. A process that takes over does so once the other one was told.
  ///
  /// - Parameter taken: returns a listener on the sockets of the process that is replaced, if there is one.
  package func joinFleet(
    on group: LoopGroup,
    takesOver: Bool = false,
    _ taken: (ListenerConfiguration) -> ListenerConfiguration
  ) async throws {
    for site in sites { try await site.fleet?.takeTurn() }
    try await shared.fleet?.listen(on: group, taken)
    for site in sites { try await site.joinFleet(on: group.loops[0], takesOver: takesOver) }
  }

  /// Goes on as the node of a process that was told to end. A failure does not end this one as well, which visitors
  /// need: it serves what it has, and tries again.
  ///
  /// - Parameters:
  ///   - taken: returns a listener on the sockets of the other process, if there is one.
  ///   - isNode: called where a further attempt succeeds.
  /// - Returns: the further attempts; `nil` where none is needed.
  package func takeNode(
    on group: LoopGroup,
    _ taken: @escaping @Sendable (ListenerConfiguration) -> ListenerConfiguration,
    isNode: @escaping @Sendable () async -> Void
  ) async -> Task<Void, Never>? {
    @Sendable func attempt(_ pause: Int) async -> Bool {
      do {
        try await joinFleet(on: group, takesOver: true, taken)
        return true
      } catch {
        StandardStream.errors.write(
          "portico: this process serves visitors, and is not in the fleet yet: \(error); it tries again in"
            + " \(pause) s\n"
        )
        return false
      }
    }
    guard await !attempt(1) else { return nil }
    return Task {
      var pause = 1
      while (try? await Task.sleep(for: .seconds(pause))) != nil {
        pause = min(2 * pause, Self.longestPause)
        if await attempt(pause) { return await isNode() }
      }
    }
  }

  /// The most seconds between two attempts to be a node.
  private static let longestPause = 30

  /// Reloads the sites whose hosts belonged to others and are free now.
  package func refreshRefused() {
    while case let hopeful = directory.takeHopeful(), !hopeful.isEmpty {
      for number in hopeful { sites[number].refresh() }
    }
  }

  /// The config URL and its host, as an example to try first.
  package var firstTry: (path: String, host: String?) {
    let settings = sites.lazy.compactMap { $0.publisher.publication?.edition.site }.first
    let hosts = settings?.hosts.map(\.pattern) ?? []
    let host = hosts.first { !$0.isWildcard } ?? hosts.first
    return (
      settings?.config ?? "",
      host.map { $0.isWildcard ? "www.\($0.description.dropFirst(2))" : $0.description }
    )
  }

  /// Returns the factory for each loop's request handler.
  package func handlers(_ registry: SignalRegistry) throws -> HTTPServer.HandlerFactory {
    let signals = try HostSignals(registry)
    return { core in
      let recorder = shared.log.makeRecorder()
      let wire = WireTimes(on: core)
      return try SiteDispatch(
        directory,
        try sites.map { try $0.handler(recordingTo: recorder, wire, on: core) },
        signals: signals,
        wire: wire,
        events: RequestEvents(
          recorder,
          of: nil,
          queries: shared.eventQueries,
          addresses: shared.eventAddresses,
          headers: shared.eventHeaders
        ),
        on: core
      )
    }
  }
}
