// SPDX-License-Identifier: Apache-2.0

import ContentModel
import EdgeRules
import Editions
import Gateway
import HTTPServer
import Reactor
import Signals
import SiteTesting

/// A gateway with a site of its own, in real time, as an edge in front sees it.
final class EdgeOrigin: Sendable {
  let site: MemorySite
  let publisher: Publisher
  private let group: LoopGroup
  private let server: HTTPServer

  init(_ files: [String: String], settings: String = EdgeSite.settings) async throws {
    site = MemorySite(files, settings: settings)
    publisher = Publisher(site)
    let report = publisher.refresh(at: UnixTime(seconds: 1_800_000_000))
    guard report.publication != nil else { throw Failure(description: "\(report.findings)") }
    group = try LoopGroup(count: 1, name: "origin")
    let seal = SiteSeal(secret: Array("a secret of thirty-two bytes....".utf8))
    let publisher = publisher
    server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in ContentHandler(publisher, seal: seal, on: core) }
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

  func rules(looksCountriesUp: Bool = false) throws -> EdgeRuleSet {
    let edition = try edition
    return EdgeRuleSet(edition, edge: edition.site.edges.first, looksCountriesUp: looksCountriesUp)
  }

  var settings: ExportSettings {
    var settings = ExportSettings()
    settings.originPort = Int(address.port)
    return settings
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}
