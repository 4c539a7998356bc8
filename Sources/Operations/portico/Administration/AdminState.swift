// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import DataFiles
import Editions
import FourM
import Plans
import Purging
import Reactor
import Signals

/// What the administration looks at and acts on; all loops share it.
final class AdminState: Sendable {
  let store: AnswerStore
  private let publisher: Publisher
  private let registry: SignalRegistry
  private let listeners: [String]
  private let site: SiteOptions
  private let spill: CacheSpill?
  private let desk: PurgeDesk

  init(
    _ service: SiteService,
    _ registry: SignalRegistry,
    listeners: [String],
    site: SiteOptions
  ) {
    store = service.store
    spill = service.spill
    desk = service.desk
    publisher = service.publisher
    self.registry = registry
    self.listeners = listeners
    self.site = site
  }

  /// As many purges as are shown at once.
  private static let shownPurges = 100

  /// Whether there is something to serve.
  var isReady: Bool { publisher.publication != nil }

  /// Everything that is measured, as Prometheus reads it.
  var metrics: String {
    var text = PrometheusText()
    text.write(registry.snapshot())
    let statistics = store.statistics
    text.write(
      "portico_cache_bytes",
      "Bytes that the cache keeps.",
      isCounter: false,
      [([], statistics.bytes)]
    )
    text.write(
      "portico_cache_entries",
      "What the cache keeps, by kind.",
      isCounter: false,
      [
        ([("kind", "answer")], statistics.answers), ([("kind", "fragment")], statistics.fragments),
        ([("kind", "mark")], statistics.marks), ([("kind", "tag")], statistics.tags),
      ]
    )
    text.write(
      "portico_cache_lookups_total",
      "What was looked for in the cache, by what was found.",
      isCounter: true,
      [
        ([("result", "fresh")], statistics.freshHits),
        ([("result", "stale")], statistics.staleHits),
        ([("result", "error")], statistics.errorHits), ([("result", "pass")], statistics.passes),
        ([("result", "miss")], statistics.misses),
      ]
    )
    text.write(
      "portico_cache_removed_total",
      "What left the cache, by why it did.",
      isCounter: true,
      [
        ([("reason", "evicted")], statistics.evictedValues + statistics.evictedMarks),
        ([("reason", "expired")], statistics.expired), ([("reason", "purged")], statistics.purged),
        ([("reason", "replaced")], statistics.replaced),
      ]
    )
    text.write(
      "portico_edition_documents",
      "Documents of the edition that is served.",
      isCounter: false,
      [([], publisher.publication?.edition.documentCount ?? 0)]
    )
    return text.text
  }

  /// What is in effect; nothing in it is secret.
  var configuration: JSONOutput {
    let edition = publisher.publication?.edition
    return .members([
      ("version", .text(Portico.version)), ("listeners", .texts(listeners)),
      ("site", .text(site.folder)), ("state", .text(site.history.folder)),
      ("edition", .optional(edition?.name)),
      ("documents", .number(edition?.documentCount ?? 0)),
      ("languages", .texts(edition?.matcher.published.map { "\($0)" } ?? [])),
      (
        "backends",
        .list(
          (edition?.site.backends ?? []).map { backend in
            .members([
              ("name", .text(backend.name)),
              (
                "addresses",
                .texts(backend.addresses.map { AdminState.text($0) })
              ),
              ("weights", .list(backend.addresses.map { .number($0.weight) })),
              (
                "timeoutMilliseconds",
                .number(Int(clamping: backend.timeout.nanoseconds / 1_000_000))
              ),
              ("credentials", .boolean(backend.seesCredentials)),
            ])
          }
        )
      ),
      ("edges", .list((edition?.site.edges ?? []).map { AdminState.edge($0) })),
      (
        "cache",
        .members([
          ("bytes", .number(store.limits.bytes)), ("entryBytes", .number(store.limits.entryBytes)),
        ])
      ),
      ("seal", .text("redacted")),
    ])
  }

  /// Lets go what an order names, on every loop and then at every edge; answers with the job that
  /// sees to the edges.
  func purge(_ order: PurgeOrder) async throws -> [UInt8] {
    let entries = order.obey(in: store, at: SiteOptions.now.seconds * 1_000)
    spill?.note(order.body)
    let job = try await desk.submit(
      order.target,
      isSoft: order.strength == .soft,
      samples: order.samples
    )
    StandardStream.errors.write(
      "portico: purge \(job.id), \(order.strength), of \(order.description)\n"
    )
    return JSONOutput.members([
      ("id", .text(job.id)), ("state", .text(job.state.rawValue)),
      ("scope", .text(order.description)), ("strength", .text("\(order.strength)")),
      ("entries", entries.map { .number($0) } ?? .nothing),
      ("edges", .texts(job.legs.map(\.edge))),
    ]).bytes
  }

  /// The newest purges, these first.
  var purges: [UInt8] {
    var bytes = Array("{\"purges\":[".utf8)
    for (index, job) in desk.latest(AdminState.shownPurges).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try? JSONWriter().write(job.data, to: &bytes)
    }
    return bytes + Array("]}".utf8)
  }

  /// One purge, with what came of it at each edge.
  func purge(_ id: String) -> [UInt8]? {
    guard let job = desk.job(id) else { return nil }
    var bytes: [UInt8] = []
    try? JSONWriter().write(job.data, to: &bytes)
    return bytes
  }

  /// Reads the site again and says what came of it.
  func reload() -> [UInt8] {
    let report = publisher.refresh(at: SiteOptions.now)
    return JSONOutput.members([
      ("edition", .optional(report.publication?.edition.name)),
      ("isNew", .boolean(report.isNew)),
      ("findings", .list(report.findings.map { JSONOutput($0) })),
    ]).bytes
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
