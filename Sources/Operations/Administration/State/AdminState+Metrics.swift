// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Purging
import ResourceService
import Serving
import Signals
import Synchronization
import TransportSecurity

extension AdminState {
  /// Declares the metrics whose values are read when metrics are requested.
  func declareMetrics(in registry: SignalRegistry) throws(SignalFault) {
    for site in services.sites { try site.declareMetrics(in: registry.labelled("site", site.name)) }
    if let certificates { try certificates.declareEnds(in: registry) }
    try declareProcess(in: registry)
  }
}

extension SiteService {
  fileprivate typealias Observation = SignalRegistry.Observation

  fileprivate func declareMetrics(in registry: SignalRegistry) throws(SignalFault) {
    let (store, publisher) = (store, publisher)
    func gauge(
      _ name: String,
      _ help: String,
      _ unit: SignalUnit = .none,
      _ read: @escaping @Sendable () -> Int?
    ) throws(SignalFault) {
      try registry.observe(name, help, .gauge, unit: unit) {
        read().map { [Observation([], $0)] } ?? []
      }
    }
    try gauge(MetricName.cacheBytes, "Bytes in the cache.", .bytes) { store.statistics.bytes }
    try registry.observe(
      MetricName.cacheEntries,
      "Entries in the cache, by kind.",
      .gauge,
      labels: ["kind"]
    ) {
      let statistics = store.statistics
      return [
        Observation(["answer"], statistics.answers),
        Observation(["fragment"], statistics.fragments),
        Observation(["mark"], statistics.marks), Observation(["tag"], statistics.tags),
      ]
    }
    try registry.observe(
      "portico_cache_requests_total",
      "Requests to the cache that all loops share, by tier and by the words of RFC 9211.",
      .counter,
      labels: ["tier", "result"]
    ) {
      let lookups = store.statistics.lookups
      return CacheTier.allCases.flatMap { tier in
        LookupResult.allCases.map {
          Observation([tier.rawValue, $0.rawValue], lookups[$0, of: tier])
        }
      }
    }
    try registry.observe(
      MetricName.cacheRemoved,
      "Entries removed from the cache, by reason.",
      .counter,
      labels: ["reason"]
    ) {
      let statistics = store.statistics
      return [
        Observation(["evicted"], statistics.evictedValues + statistics.evictedMarks),
        Observation(["expired"], statistics.expired), Observation(["purged"], statistics.purged),
        Observation(["replaced"], statistics.replaced),
      ]
    }
    try gauge("portico_edition_documents", "Documents of the edition that is served.") {
      publisher.publication?.edition.documentCount ?? 0
    }
    try gauge("portico_content_generation", "Publications since the start of the process.") {
      Int(clamping: publisher.generation.load(ordering: .acquiring))
    }
    try gauge(
      "portico_content_published_timestamp_seconds",
      "Time since 1970 at which the present edition began to be served.",
      .seconds
    ) {
      guard let since = publisher.publication?.since, since.seconds > 0 else { return nil }
      return Int(since.seconds) * 1_000_000_000
    }
    let dispatcher = dispatcher
    try registry.observe(
      "portico_purges_under_way",
      "Purges that are not over at every edge, by state.",
      .gauge,
      labels: ["state"]
    ) {
      let unfinished = dispatcher.unfinished
      return PurgeJob.State.allCases.filter { !$0.isOver }.map {
        Observation([$0.rawValue], unfinished[$0] ?? 0)
      }
    }
    let missing = MissingTexts()
    try registry.observe(
      "portico_translation_missing_texts",
      "Texts that documents of the edition use and that a language does not have.",
      .gauge,
      labels: ["language"]
    ) {
      publisher.publication.map { missing.counts(in: $0) } ?? []
    }
    let resources = resources
    try gauge(
      "portico_records_store_up",
      "Whether the store of the site's records is reached and has room; missing for a site without records."
    ) {
      (resources.mount?.state).map { $0.service == nil || $0.outage != nil ? 0 : 1 }
    }
    try gauge(
      "portico_records_files_bytes",
      "Bytes of all files of the site's records and of unfinished uploads."
    ) {
      resources.mount?.state.service?.fileBytes.map { Int(clamping: $0) }
    }
    try gauge("portico_records_streams", "Clients that wait for changes of the site's records.") {
      resources.mount?.state.service?.waitingReaders
    }
    try gauge("portico_mail_dead_letters", "Messages to users that were given up.") {
      resources.mount?.state.service?.mails.deadCount
    }
    try declareHooks(in: registry)
    try gauge("portico_site_ready", "Whether there is an edition to serve.") {
      publisher.publication == nil ? 0 : 1
    }
  }
}

extension SiteService {
  /// Declares the metrics of the webhooks that are told of changes of records.
  private func declareHooks(in registry: SignalRegistry) throws(SignalFault) {
    let hooks: @Sendable () -> [RunningHook] = { [resources] in
      resources.mount?.state.service?.runningHooks ?? []
    }
    try registry.observe(
      "portico_hook_dead_letters",
      "Messages to a webhook that were given up.",
      .gauge,
      labels: ["hook"]
    ) { hooks().map { Observation([$0.hook.name], $0.state().deadLetters) } }
    try registry.observe(
      "portico_hook_deferred_messages",
      "Messages to a webhook that later ones have overtaken since they were not accepted.",
      .gauge,
      labels: ["hook"]
    ) { hooks().map { Observation([$0.hook.name], $0.state().deferred) } }
    try registry.observe(
      "portico_hook_attempts_total",
      "Attempts to deliver a message to a webhook, by outcome.",
      .counter,
      labels: ["hook", "outcome"]
    ) {
      hooks().flatMap { hook in
        let attempts = hook.state().attempts
        return [
          Observation([hook.hook.name, "accepted"], attempts.accepted),
          Observation([hook.hook.name, "failed"], attempts.failed),
        ]
      }
    }
  }
}

/// The missing texts of the present edition by language, counted once for each edition.
private final class MissingTexts: Sendable {
  private struct Counted {
    let edition: String
    let counts: [SignalRegistry.Observation]
  }

  private let last = Mutex<Counted?>(nil)

  func counts(in publication: Publication) -> [SignalRegistry.Observation] {
    let edition = publication.edition
    if let last = last.withLock({ $0 }), last.edition == edition.name { return last.counts }
    let counts = edition.languageCoverages.map { coverage in
      SignalRegistry.Observation(["\(coverage.language)"], coverage.missing.count)
    }
    last.withLock { $0 = Counted(edition: edition.name, counts: counts) }
    return counts
  }
}

extension CertificateRenewal {
  /// Declares the expiry of each certificate as a metric.
  fileprivate func declareEnds(in registry: SignalRegistry) throws(SignalFault) {
    let store = store
    try registry.observe(
      "portico_tls_certificate_expiry_timestamp_seconds",
      "Expiry of each certificate in use, in seconds since 1970.",
      .gauge,
      unit: .seconds,
      labels: ["file", "name"]
    ) {
      zip(store.identities, store.context.certificates).map { identity, facts in
        let name = facts.hostNames.first ?? facts.addresses.first ?? facts.subject
        return .init([identity.chain.name, name], Int(facts.validUntil) * 1_000_000_000)
      }
    }
  }
}
