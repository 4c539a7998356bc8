// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import DataFiles
import Editions
import FourM
import Plans
import Reactor
import Signals
import Synchronization

/// What the administration looks at and acts on; all loops share it.
final class AdminState: Sendable {
  let store: AnswerStore
  private let publisher: Publisher
  private let registry: SignalRegistry
  private let listeners: [String]
  private let site: SiteOptions
  private let spill: CacheSpill?
  private let purges = Atomic<UInt64>(0)

  init(
    _ service: SiteService,
    _ registry: SignalRegistry,
    listeners: [String],
    site: SiteOptions
  ) {
    store = service.store
    spill = service.spill
    publisher = service.publisher
    self.registry = registry
    self.listeners = listeners
    self.site = site
  }

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
                .texts(
                  backend.addresses.map {
                    "\($0.isSecure ? "https" : "http")://\($0.host):\($0.port)"
                  }
                )
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
      (
        "cache",
        .members([
          ("bytes", .number(store.limits.bytes)), ("entryBytes", .number(store.limits.entryBytes)),
        ])
      ),
      ("seal", .text("redacted")),
    ])
  }

  /// Lets go what an order names, on every loop, before it answers.
  func purge(_ order: PurgeOrder) -> [UInt8] {
    let number = purges.add(1, ordering: .relaxed).newValue
    let receipt = store.purge(
      order.scope,
      order.strength,
      at: SiteOptions.now.seconds * 1_000
    )
    spill?.note(order.body)
    StandardStream.errors.write(
      "portico: purge \(number), \(order.strength), of \(order.description)\n"
    )
    return JSONOutput.members([
      ("id", .number(Int(number))), ("state", .text("done")), ("scope", .text(order.description)),
      ("strength", .text("\(order.strength)")),
      ("entries", receipt.entries.map { .number($0) } ?? .nothing),
    ]).bytes
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
}
