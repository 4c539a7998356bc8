// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Signals
import Synchronization
import TransportSecurity

extension AdminState {
  /// Declares the metrics whose values are read when somebody asks for them.
  func declareMetrics(in registry: SignalRegistry) throws(SignalFault) {
    for site in services.sites {
      try site.declareMetrics(in: registry.labelled("site", site.name))
    }
    if let certificates { try certificates.declareEnds(in: registry) }
    try declareProcess(in: registry)
  }
}

extension SiteService {
  fileprivate typealias Observation = SignalRegistry.Observation

  fileprivate func declareMetrics(in registry: SignalRegistry) throws(SignalFault) {
    let (store, publisher) = (store, publisher)
    try registry.observe("portico_cache_bytes", "Bytes in the cache.", .gauge, unit: .bytes) {
      [Observation([], store.statistics.bytes)]
    }
    try registry.observe(
      "portico_cache_entries",
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
      "Requests to the cache that all loops share, by the words of RFC 9211.",
      .counter,
      labels: ["result"]
    ) {
      let statistics = store.statistics
      return [
        Observation(["hit"], statistics.freshHits), Observation(["stale"], statistics.staleHits),
        Observation(["stale_error"], statistics.errorHits),
        Observation(["bypass"], statistics.passes), Observation(["miss"], statistics.misses),
      ]
    }
    try registry.observe(
      "portico_cache_removed_total",
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
    try registry.observe(
      "portico_edition_documents",
      "Documents of the edition that is served.",
      .gauge
    ) {
      [Observation([], publisher.publication?.edition.documentCount ?? 0)]
    }
    try registry.observe(
      "portico_content_generation",
      "Publications since the start of the process.",
      .gauge
    ) { [Observation([], Int(clamping: publisher.generation.load(ordering: .acquiring)))] }
    try registry.observe(
      "portico_content_published_timestamp_seconds",
      "Time since 1970 at which the present edition began to be served.",
      .gauge,
      unit: .seconds
    ) {
      guard let since = publisher.publication?.since, since.seconds > 0 else { return [] }
      return [Observation([], Int(since.seconds) * 1_000_000_000)]
    }
    try registry.observe("portico_site_ready", "Whether there is an edition to serve.", .gauge) {
      [Observation([], publisher.publication == nil ? 0 : 1)]
    }
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
