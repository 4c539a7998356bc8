// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import EdgeRules
import Edges
import Editions
import Gateway
import HTTPClient
import HTTPServer
import LoopTesting
import Reactor
import Signals
import SiteTesting
import Sites
import Synchronization

/// A gateway with a site of its own, in real time, as an edge in front sees it.
final class EdgeOrigin: Sendable {
  let site: MemorySite
  let publisher: Publisher
  let store = AnswerStore()
  private let group: LoopGroup
  private let server: HTTPServer

  init(_ files: [String: String], settings: String = EdgeSite.settings) async throws {
    site = MemorySite(files, settings: settings)
    publisher = Publisher(site, .complete)
    let report = publisher.refresh(at: UnixTime(seconds: 1_800_000_000))
    guard report.publication != nil else { throw Failure(description: "\(report.findings)") }
    group = try LoopGroup(count: 1, name: "origin")
    let seal = SiteSeal(secret: Array("a secret of thirty-two bytes....".utf8))
    let (publisher, store) = (publisher, store)
    let gatewaySignals = try GatewaySignals(try SignalRegistry())
    let clientSignals = try ClientSignals(try SignalRegistry())
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in
        let client = try HTTPClient(
          on: core,
          ClientConfiguration(),
          resolver: resolver,
          signals: clientSignals
        )
        return ContentHandler(
          GatewaySite(publisher, seal: seal),
          try GatewayDependencies(
            store: store,
            client: client,
            signals: gatewaySignals
          ),
          on: core
        )
      }
    )
  }

  deinit { group.stop() }

  /// As if the machine were gone.
  func stop() { group.stop() }

  var address: SocketAddress { server.addresses[0] }

  var edition: Edition {
    get throws {
      guard let edition = publisher.publication?.edition else {
        throw Failure(description: "nothing is published")
      }
      return edition
    }
  }

  /// The rules for the edge; computing them takes long, so it is done once for all tests.
  func rules(looksCountriesUp: Bool = false) async throws -> EdgeRuleSet {
    let edition = try edition
    return try await onThread {
      EdgeOrigin.known.withLock { known in
        let key = "\(edition.name) \(looksCountriesUp)"
        if let rules = known[key] { return rules }
        let edge = edition.site.edges.first
        let rules = EdgeRuleSet(edition, edge: edge, looksCountriesUp: looksCountriesUp)
        known[key] = rules
        return rules
      }
    }
  }

  private static let known = Mutex<[String: EdgeRuleSet]>([:])

  var settings: ExportSettings {
    var settings = ExportSettings()
    settings.originPort = Int(address.port)
    return settings
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}
