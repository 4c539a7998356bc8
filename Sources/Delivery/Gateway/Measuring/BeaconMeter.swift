// SPDX-License-Identifier: Apache-2.0

import Signals

/// Records the reports of apps. It belongs to a loop.
///
/// Reports are not trusted: every label is a name that the site declares, or `_other`.
final class BeaconMeter {
  /// An app's report of one answer.
  struct Report: Equatable {
    /// The document or pass that the site declares for the reported path; `nil` for none.
    let route: String?
    let outcome: ReportedOutcome
    let milliseconds: Int?
  }

  /// An app's figures of answers that it fetched before they were asked for, since its last report of them.
  struct Prefetch: Equatable {
    let requests: Int
    let useful: Int
    let bytes: Int
    let usefulBytes: Int
  }

  /// The reason why reports are not counted.
  enum Drop: Int, SignalChoice {
    /// Another report was counted for it.
    case sampled
    case rate
    /// The report comes from a page of another origin.
    case origin
    case size
    case malformed
  }

  static let other = "_other"

  private let signals: BeaconSignals
  private let shard: SignalShard
  private var labels = RouteLabels(documents: 0)
  /// The accumulated share of a counted report, in hundredths.
  private var due = 0

  init(_ signals: BeaconSignals, _ shard: SignalShard) {
    self.signals = signals
    self.shard = shard
  }

  /// Updates the labels for the site's number of documents.
  func renew(documents: Int) { labels = RouteLabels(documents: documents) }

  /// Returns true if this report is one of those that are counted.
  func samples(_ share: Int) -> Bool {
    due += share
    guard due >= 100 else { return false }
    due -= 100
    return true
  }

  func dropped(_ reason: Drop) { shard.add(signals.dropped[reason.rawValue]) }

  func record(_ reports: [Report], _ prefetch: Prefetch?, app: String?, version: String?) {
    let sender = [app ?? BeaconMeter.other, version ?? BeaconMeter.other]
    for report in reports {
      let route = report.route.map { labels.label(of: $0) } ?? BeaconMeter.other
      shard.add(signals.reports.series([route] + sender + [report.outcome.rawValue]))
      guard report.outcome == .ok, let milliseconds = report.milliseconds else { continue }
      shard.record(signals.latency.series([route] + sender), milliseconds * 1_000_000)
    }
    guard let prefetch else { return }
    shard.add(signals.prefetches.series(sender), prefetch.requests)
    shard.add(signals.usefulPrefetches.series(sender), prefetch.useful)
    shard.add(signals.prefetchedBytes.series(sender), prefetch.bytes)
    shard.add(signals.usefulPrefetchedBytes.series(sender), prefetch.usefulBytes)
  }
}

/// The outcome of an answer in an app.
enum ReportedOutcome: String, CaseIterable {
  case ok
  case timeout
  case offline
  /// The answer could not be read.
  case decodeError = "decode_error"
  /// The answer was read and could not be shown.
  case renderError = "render_error"
}

/// The metrics of apps' reports, declared once for all loops.
struct BeaconSignals: Sendable {
  let reports: GrowingFamily<Counter>
  let latency: GrowingFamily<Histogram>
  let prefetches: GrowingFamily<Counter>
  let usefulPrefetches: GrowingFamily<Counter>
  let prefetchedBytes: GrowingFamily<Counter>
  let usefulPrefetchedBytes: GrowingFamily<Counter>
  let dropped: SignalFamily<Counter>

  init(_ registry: SignalRegistry) throws(SignalFault) {
    reports = try registry.growing(
      "portico_app_reports_total",
      "Answers that apps report, by what became of them there.",
      labels: ["http_route", "app", "version", "outcome"],
      folding: ["http_route", "version", "app"]
    )
    latency = try registry.growing(
      "portico_app_reported_latency_seconds",
      "Time from asking to having an answer, as apps report it.",
      unit: .seconds,
      labels: ["http_route", "app", "version"],
      folding: ["http_route", "version", "app"]
    )
    func ofSenders(_ name: String, _ help: String) throws(SignalFault) -> GrowingFamily<Counter> {
      try registry.growing(
        name,
        help,
        labels: ["app", "version"],
        folding: ["version", "app"]
      )
    }
    prefetches = try ofSenders(
      "portico_app_prefetches_total",
      "Requests that apps report to have sent before anybody asked for the answer."
    )
    usefulPrefetches = try ofSenders(
      "portico_app_useful_prefetches_total",
      "Those of them whose answers were asked for before they expired."
    )
    prefetchedBytes = try ofSenders(
      "portico_app_prefetched_bytes_total",
      "Bytes that apps report to have fetched before anybody asked for them."
    )
    usefulPrefetchedBytes = try ofSenders(
      "portico_app_useful_prefetched_bytes_total",
      "Those of them that were asked for before they expired."
    )
    dropped = try registry.counters(
      "portico_app_reports_dropped_total",
      "Requests with reports of apps that were not counted, by reason.",
      labels: [SignalLabel("reason", BeaconMeter.Drop.names)]
    )
  }
}
