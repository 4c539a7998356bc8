// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Gateway
import HTTPClient
import HTTPServer
import LoopTesting
import Message
import Reactor
import Signals
import SiteTesting
import Sites

/// Several sites that are served on one listener, each with a document that says which site it is of.
final class SitesServer: Sendable {
  let sites: [MemorySite]
  let publishers: [Publisher]
  let directory: HostDirectory
  let signals: SignalRegistry
  private let group: LoopGroup
  private let server: HTTPServer

  /// - Parameter hosts: what `hosts` of each site is; `nil` for none.
  init(_ hosts: [String?], events: EventLog? = nil) async throws {
    let directory = HostDirectory(of: hosts.indices.map { "site\($0)" })
    sites = hosts.enumerated().map { number, hosts in
      MemorySite(
        ["which": #"{ datatype: "a", body: { site: \#(number) } }"#],
        settings: SitesServer.settings(hosts)
      )
    }
    publishers = sites.enumerated().map { number, site in
      Publisher(site, .complete) { directory.claim($0, for: number) }
    }
    self.directory = directory
    for publisher in publishers { _ = publisher.refresh(at: UnixTime(seconds: SiteServer.start)) }
    let clock = ManualClock(wallSeconds: SiteServer.start)
    group = try LoopGroup(count: 1, name: "sites", clock: .manual(clock))
    signals = try SignalRegistry()
    let hostSignals = try HostSignals(signals)
    let gatewaySignals = try GatewaySignals(try SignalRegistry())
    let clientSignals = try ClientSignals(try SignalRegistry())
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let publishers = publishers
    server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { core in
        let recorder = events?.makeRecorder()
        let wire = WireTimes(on: core)
        return try SiteDispatch(
          directory,
          try publishers.enumerated().map { number, publisher in
            ContentHandler(
              GatewaySite(
                publisher,
                seal: SiteSeal(secret: Array("a secret of thirty-two bytes....".utf8))
              ),
              try GatewayDependencies(
                store: AnswerStore(),
                client: HTTPClient(
                  on: core,
                  ClientConfiguration(),
                  resolver: resolver,
                  signals: clientSignals
                ),
                signals: gatewaySignals,
                wire: wire
              ),
              events: recorder.map { RequestEvents($0, of: "site\(number)") },
              on: core
            )
          },
          signals: hostSignals,
          wire: wire,
          events: recorder.map { RequestEvents($0, of: nil) },
          on: core
        )
      }
    )
  }

  deinit { group.stop() }

  static func settings(_ hosts: String?) -> String {
    """
    {
      languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
      \(hosts.map { "hosts: \($0)," } ?? "")
    }
    """
  }

  func publish(_ site: Int, hosts: String?) -> Publisher.Report {
    sites[site].write(SitesServer.settings(hosts), to: SiteSettings.path)
    return publishers[site].refresh(at: UnixTime(seconds: SiteServer.start))
  }

  /// Lets the loop end the turn in which it answered.
  func settle() async throws {
    for _ in 0..<2 { try await group.loops[0].perform { _ in } }
  }

  func connect() throws -> PlainSocket {
    try PlainSocket(to: server.addresses[0], keeping: self)
  }

  /// Everything that is said to a request with these lines and an empty one.
  func answer(to lines: [String]) async throws -> String {
    try await onThread { [self] in
      let socket = try connect()
      try socket.send((lines + ["Connection: close", "", ""]).joined(separator: "\r\n"))
      return try socket.receiveAll()
    }
  }

  /// The number of the site that answers for a host, or the status where none does.
  func asked(_ host: String) async throws -> String {
    let answer = try await answer(to: ["GET /which HTTP/1.1", "Host: \(host)"])
    let site = answer.firstMatch(of: /"site":(\d)/).map { "site \($0.1)" }
    return site ?? String(answer.dropFirst(9).prefix(3))
  }
}
