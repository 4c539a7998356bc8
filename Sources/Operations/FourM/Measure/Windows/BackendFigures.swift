// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The calls of a service over a window, and the requests that are passed on to it: their number, their
/// durations, the failed ones, and the reason that most of those had.
package struct BackendFigures: Sendable {
  /// The name of a service in a site.
  package struct Place: Sendable, Hashable {
    package let site: String
    package let backend: String

    package init(site: String, backend: String) {
      self.site = site
      self.backend = backend
    }
  }

  /// The window of the check for failing services, in seconds. A service that stops is found within twice that
  /// time, if it is called.
  package static let failingSeconds = 3.0
  /// The fewest failed calls, and their smallest share of all, of a service that fails.
  private static let (fewestFailed, failingShare) = (UInt64(2), 0.5)

  /// The calls that were begun.
  package private(set) var calls: UInt64 = 0
  /// The calls that ended without an answer that can be used, as far as the service is to blame: not where it
  /// knows no such thing, or does not allow it.
  package private(set) var failed: UInt64 = 0
  /// The durations of calls with all their attempts; those of passed requests end with the head of the answer.
  package private(set) var durations = HistogramSnapshot(unit: .seconds)
  /// The durations of opening connections.
  package private(set) var connects = HistogramSnapshot(unit: .seconds)
  /// The times from the end of a request to the head of its answer, of each attempt with an answer.
  package private(set) var firstBytes = HistogramSnapshot(unit: .seconds)
  private var commonest: (kind: String, count: UInt64)?
  /// The failed calls by their kinds.
  private var kinds: [String: UInt64] = [:]
  /// The calls that the service refused with a 4xx, which tells about the request.
  private var refused: UInt64 = 0

  /// The kind of fault.
  package var reason: String? { commonest?.kind }

  /// Whether so many calls failed that the service itself is to blame.
  package var isFailing: Bool {
    failed >= BackendFigures.fewestFailed
      && Double(failed) >= Double(calls) * BackendFigures.failingShare
  }

  /// Reasons that follow from other failures explain nothing, unless there is nothing else.
  private static let consequences: Set<String> = ["cancelled", "circuit_open"]

  /// The kind of a call with a status that cannot be used, and that of one whose caller gave up.
  private static let (wrongStatus, cancelled) = ("wrong_status", "cancelled")

  /// Whether a status tells about the request alone: 4xx, without those of a service that has too much to do.
  package static func isRefusal(_ status: String) -> Bool {
    status.hasPrefix("4") && status != "408" && status != "429"
  }

  /// Sums up the failed calls.
  ///
  /// - Parameter refused: the calls that any service of the site refused. A plan that ends because of that
  ///   cancels its calls to other services, which are not to blame.
  private mutating func sumUp(refused: UInt64) {
    for (kind, count) in [
      (BackendFigures.wrongStatus, self.refused), (BackendFigures.cancelled, refused),
    ] {
      kinds[kind] = (kinds[kind] ?? 0) - min(kinds[kind] ?? 0, count)
    }
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
    guard let window = history.window(seconds) else { return [:] }
    var figures: [Place: BackendFigures] = [:]
    func each(
      _ name: String,
      by last: String = "kind",
      _ add: (inout BackendFigures, SignalValue, String) -> Void
    ) {
      guard let family = window.snapshot[name] else { return }
      for series in family.series {
        let place = Place(
          site: family.label("site", of: series),
          backend: family.label("backend", of: series)
        )
        let growth = window.growth(of: series, in: family)
        add(&figures[place, default: BackendFigures()], growth, family.label(last, of: series))
      }
    }
    each("portico_backend_calls_total") { figures, growth, _ in
      if case .counter(let count) = growth { figures.calls = count }
    }
    each("portico_backend_failures_total") { figures, growth, kind in
      if case .counter(let count) = growth { figures.kinds[kind, default: 0] += count }
    }
    each("http_client_request_duration_seconds", by: "http_response_status_code") {
      figures,
      growth,
      status in
      guard case .histogram(let values) = growth else { return }
      figures.durations.merge(values)
      if isRefusal(status) { figures.refused += values.count }
    }
    each("portico_backend_connect_duration_seconds") { figures, growth, _ in
      if case .histogram(let values) = growth { figures.connects.merge(values) }
    }
    each("portico_backend_first_byte_duration_seconds") { figures, growth, _ in
      if case .histogram(let values) = growth { figures.firstBytes.merge(values) }
    }
    var refused: [String: UInt64] = [:]
    for (place, one) in figures { refused[place.site, default: 0] += one.refused }
    for place in figures.keys { figures[place]?.sumUp(refused: refused[place.site] ?? 0) }
    return figures.filter {
      $0.value.calls > 0 || $0.value.failed > 0 || $0.value.durations.count > 0
    }
  }
}
