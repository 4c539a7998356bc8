// SPDX-License-Identifier: Apache-2.0

import Editions
import Gateway
import HTTPServer
import Reactor
import Signals

/// All sites that are served, each for its hosts.
struct SiteServices: Sendable {
  let sites: [SiteService]
  let directory: HostDirectory
  let means: SiteMeans

  /// Publishes all sites, and from then on every change of them. Of several one may be broken, and is
  /// not ready until it is mended; fails where two want the same host, or none can be published.
  init(
    _ named: [NamedSite],
    _ configuration: Service.Configuration,
    _ registry: SignalRegistry,
    on loop: EventLoop
  ) async throws {
    means = try SiteMeans(configuration, registry)
    directory = HostDirectory(of: named.map(\.name))
    var sites: [SiteService] = []
    for (number, site) in named.enumerated() {
      sites.append(
        try await SiteService(
          site,
          number,
          directory,
          means,
          isAlone: named.count == 1,
          on: loop
        )
      )
    }
    self.sites = sites
    let failures = sites.compactMap(\.failure)
    if let first = failures.first, failures.count == sites.count { throw first }
    try means.watchCountries()
    for site in sites { try site.watch { [self] in refreshHopeful() } }
  }

  /// Looks again at the sites that were refused hosts which are free now.
  func refreshHopeful() {
    while case let hopeful = directory.takeHopeful(), !hopeful.isEmpty {
      for number in hopeful { sites[number].refresh() }
    }
  }

  /// What a newcomer asks for first: the config URL, and the host at which it is.
  var firstTry: (path: String, host: String?) {
    let settings = sites.lazy.compactMap { $0.publisher.publication?.edition.site }.first
    let hosts = settings?.hosts.map(\.pattern) ?? []
    let host = hosts.first { !$0.isWildcard } ?? hosts.first
    return (
      settings?.config ?? "",
      host.map { $0.isWildcard ? "www.\($0.description.dropFirst(2))" : $0.description }
    )
  }

  /// Makes what answers on a loop.
  func handlers(_ registry: SignalRegistry) throws -> HTTPServer.HandlerFactory {
    let signals = try HostSignals(registry)
    return { core in
      try SiteDispatch(
        directory,
        try sites.map { try $0.handler(on: core) },
        signals: signals,
        events: means.events,
        on: core
      )
    }
  }
}
