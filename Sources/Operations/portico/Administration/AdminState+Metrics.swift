// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Editions
import Signals
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
      "portico_cache_lookups_total",
      "Lookups in the cache, by result.",
      .counter,
      labels: ["result"]
    ) {
      let statistics = store.statistics
      return [
        Observation(["fresh"], statistics.freshHits), Observation(["stale"], statistics.staleHits),
        Observation(["error"], statistics.errorHits), Observation(["pass"], statistics.passes),
        Observation(["miss"], statistics.misses),
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
