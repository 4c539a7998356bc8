// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The calls of a service over a window, and the requests that are passed on to it: their number, their
/// durations, the failed ones, and the reason that most of those had.
package struct BackendFigures: Sendable {
  /// The name of a service in a site.
  package struct Place: Sendable, Hashable {
    package let site: String
    package let backend: String

    package init(site: String, backend: String) { (self.site, self.backend) = (site, backend) }
  }

  /// The window of the check for failing services, in seconds. A service that stops is found within twice that
  /// time, if it is called.
  package static let failingSeconds = 3.0
  /// The fewest failed calls, and their smallest share of all, of a service that fails.
  private static let (fewestFailed, failingShare) = (UInt64(2), 0.5)

  /// The calls that were begun.
  package private(set) var calls: UInt64 = 0
  /// The calls that ended without an answer that can be used, as far as the service is to blame: not where it
  /// knows no such thing or does not allow it, nor where the caller gave up.
  package private(set) var failed: UInt64 = 0
  /// The calls whose callers gave up, such as those of a plan that another service has ended.
  private var cancelled: UInt64 = 0
  /// The durations of calls that were answered or ran out of time, with all their attempts; those of passed
  /// requests end with the head of the answer.
  package private(set) var durations = HistogramSnapshot(unit: .seconds)
  /// The durations of calls until their callers gave up.
  package private(set) var abandoned = HistogramSnapshot(unit: .seconds)
  /// The durations of opening connections.
  package private(set) var connects = HistogramSnapshot(unit: .seconds)
  /// The times from the end of a request to the head of its answer, of each attempt with an answer.
  package private(set) var firstBytes = HistogramSnapshot(unit: .seconds)
  private var commonest: (kind: String, count: UInt64)?
  /// The failed calls by their kinds.
  private var kinds: [String: UInt64] = [:]
  /// The calls that the service refused with a 4xx, which tells about the request.
  private var refused: UInt64 = 0
  /// The answers that show a failure, by their statuses.
  private var wrongStatuses: [String: UInt64] = [:]

  /// The kind of fault.
  package var reason: String? { commonest?.kind }

  /// The kind of fault in words, with the commonest status.
  package var reasonInWords: String? {
    guard let reason else { return nil }
    let status = wrongStatuses.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let words = Figure.plain(reason)
    return reason == BackendFigures.wrongStatus ? words + (status.map { " \($0)" } ?? "") : words
  }

  /// The calls that tell something of the service.
  package var told: UInt64 { max(calls - min(calls, cancelled), failed) }

  /// Whether so many calls failed that the service itself is to blame.
  package var isFailing: Bool {
    failed >= BackendFigures.fewestFailed
      && Double(failed) >= Double(told) * BackendFigures.failingShare
  }

  /// Reasons that follow from other failures explain nothing, unless there is nothing else.
  private static let consequences: Set<String> = ["circuit_open", "no_endpoint", "overloaded"]

  /// The kind of a call with a status that cannot be used, and that of one whose caller gave up.
  private static let (wrongStatus, cancelled) = ("wrong_status", "cancelled")

  /// The kinds of faults of calls that the service kept waiting.
  private static let timeouts: Set<String> = [
    "connect_timeout", "first_byte_timeout", "stalled", "timeout",
  ]

  /// Whether a status tells about the request alone: 4xx, without those of a service that has too much to do.
  package static func isRefusal(_ status: String) -> Bool {
    status.hasPrefix("4") && status != "408" && status != "429"
  }

  /// Whether a call with an error and a status says that its service fails.
  package static func isFailure(_ error: String, status: String) -> Bool {
    !error.isEmpty && error != cancelled && !isRefusal(status)
  }

  /// Adds the durations of calls by the status of their answers and the kind of fault.
  private mutating func add(_ values: HistogramSnapshot, status: String, error: String) {
    guard values.count > 0 else { return }
    if error == BackendFigures.cancelled { return abandoned.merge(values) }
    if BackendFigures.isRefusal(status) { refused += values.count }
    // A call that was not sent, or that nobody answered, has no duration.
    if !status.isEmpty || BackendFigures.timeouts.contains(error) { durations.merge(values) }
    guard BackendFigures.isFailure(error, status: status) else { return }
    if !status.isEmpty { wrongStatuses[status, default: 0] += values.count }
    // The answers along passes are whole, whatever their status is: no fault is counted.
    if error == status, status.hasPrefix("5") {
      kinds[BackendFigures.wrongStatus, default: 0] += values.count
    }
  }

  /// Sums up the failed calls.
  private mutating func sumUp() {
    cancelled = kinds.removeValue(forKey: BackendFigures.cancelled) ?? 0
    let wrong = kinds[BackendFigures.wrongStatus] ?? 0
    kinds[BackendFigures.wrongStatus] = wrong - min(wrong, refused)
    for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) { add(kind, count) }
  }

  private mutating func add(_ kind: String, _ count: UInt64) {
    guard count > 0 else { return }
    failed = failed.addingSaturating(count)
    guard let known = commonest else {
      commonest = (kind, count)
      return
    }
    let (isKnown, isNew) = (
      BackendFigures.consequences.contains(known.kind), BackendFigures.consequences.contains(kind)
    )
    if isKnown != isNew ? isKnown : count > known.count { commonest = (kind, count) }
  }

  /// Returns the figures of all services that had a call in about the last `seconds`.
  package static func all(
    _ history: SignalHistory,
    over seconds: Double
  ) -> [Place: BackendFigures] {
    history.window(seconds).map { all(in: $0) } ?? [:]
  }

  /// Returns the figures of all services that had a call in a window.
  static func all(in window: SignalWindow) -> [Place: BackendFigures] {
    var figures: [Place: BackendFigures] = [:]
    func each(
      _ name: String,
      _ add: (inout BackendFigures, SignalValue, (String) -> String) -> Void
    ) {
      guard let family = window.snapshot[name] else { return }
      for series in family.series {
        let place = Place(
          site: family.label("site", of: series),
          backend: family.label("backend", of: series)
        )
        let growth = window.growth(of: series, in: family)
        add(&figures[place, default: BackendFigures()], growth) { family.label($0, of: series) }
      }
    }
    each(MetricName.backendCalls) { figures, growth, _ in
      if case .counter(let count) = growth { figures.calls = count }
    }
    each(MetricName.backendFailures) { figures, growth, label in
      if case .counter(let count) = growth { figures.kinds[label("kind"), default: 0] += count }
    }
    each(MetricName.callDurations) { figures, growth, label in
      guard case .histogram(let values) = growth else { return }
      figures.add(values, status: label("http_response_status_code"), error: label("error_type"))
    }
    each(MetricName.backendConnects) { figures, growth, _ in
      if case .histogram(let values) = growth { figures.connects.merge(values) }
    }
    each(MetricName.backendFirstBytes) { figures, growth, _ in
      if case .histogram(let values) = growth { figures.firstBytes.merge(values) }
    }
    for place in figures.keys { figures[place]?.sumUp() }
    return figures.filter {
      $0.value.calls > 0 || $0.value.failed > 0 || $0.value.durations.count > 0
    }
  }
}
