// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentResolution
import Editions
import Plans
import Reactor

extension AdminState {
  /// What is in effect; nothing in it is secret.
  var configuration: JSONOutput {
    .members([
      ("version", .text(Portico.version)), ("listeners", .texts(listeners)),
      (
        "operators",
        .members([
          ("listener", .text("\(access.address)")), ("tls", .boolean(access.isSecure)),
          ("tokenFile", .optional(access.tokenFile)),
        ])
      ),
      ("sites", .list(services.sites.map { AdminState.site($0) })),
    ])
  }

  private static func site(_ site: SiteService) -> JSONOutput {
    let edition = site.publisher.publication?.edition
    let settings = edition?.site ?? SiteSettings()
    return .members([
      ("site", .text(site.name)), ("folder", .text(site.folder)), ("state", .text(site.state)),
      ("hosts", .texts(settings.hosts.map { "\($0.pattern)" })),
      ("edition", .optional(edition?.name)),
      ("documents", .number(edition?.documentCount ?? 0)),
      ("languages", .texts(edition?.matcher.published.map { "\($0)" } ?? [])),
      ("backends", .list(settings.backends.map { AdminState.backend($0) })),
      ("edges", .list(settings.edges.map { AdminState.edge($0) })),
      (
        "cache",
        .members([
          ("bytes", .number(site.store.limits.bytes)),
          ("entryBytes", .number(site.store.limits.entryBytes)),
        ])
      ),
      ("seal", .text("redacted")),
    ])
  }

  private static func backend(_ backend: BackendDeclaration) -> JSONOutput {
    .members([
      ("name", .text(backend.name)),
      ("addresses", .texts(backend.addresses.map { AdminState.text($0) })),
      ("weights", .list(backend.addresses.map { .number($0.weight) })),
      ("timeoutMilliseconds", .number(Int(clamping: backend.timeout.nanoseconds / 1_000_000))),
      ("retries", .number(backend.retries)), ("hedge", .number(backend.hedge)),
      ("concurrency", .number(backend.concurrency)),
      ("credentials", .boolean(backend.seesCredentials)),
    ])
  }

  /// An edge, with the names of its secrets' variables and never the secrets.
  private static func edge(_ edge: EdgeSettings) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("name", .text(edge.name)), ("kind", .text(edge.kind.rawValue)),
      ("peers", .texts(edge.peers)),
    ]
    if let purge = edge.purge {
      members.append(
        (
          "purge",
          .members([
            ("addresses", .texts(purge.addresses.map { AdminState.text($0) })),
            ("secrets", .texts(purge.secrets.values.sorted())),
            ("probe", .optional(purge.probe.map { AdminState.text($0) })),
          ])
        )
      )
    }
    return .members(members)
  }

  private static func text(_ address: BackendDeclaration.Address) -> String {
    "\(address.isSecure ? "https" : "http")://\(address.host):\(address.port)"
  }
}
