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
  /// The calls that ended without an answer that can be used.
  package private(set) var failed: UInt64 = 0
  /// The durations of calls with all their attempts; those of passed requests end with the head of the answer.
  package private(set) var durations = HistogramSnapshot(unit: .seconds)
  /// The durations of opening connections.
  package private(set) var connects = HistogramSnapshot(unit: .seconds)
  /// The times from the end of a request to the head of its answer, of each attempt with an answer.
  package private(set) var firstBytes = HistogramSnapshot(unit: .seconds)
  private var commonest: (kind: String, count: UInt64)?

  /// The kind of fault.
  package var reason: String? { commonest?.kind }

  /// Whether so many calls failed that the service itself is to blame.
  package var isFailing: Bool {
    failed >= BackendFigures.fewestFailed
      && Double(failed) >= Double(calls) * BackendFigures.failingShare
  }

  /// Reasons that follow from other failures explain nothing, unless there is nothing else.
  private static let consequences: Set<String> = ["cancelled", "circuit_open"]

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
    func each(_ name: String, _ add: (inout BackendFigures, SignalValue, String) -> Void) {
      guard let family = window.snapshot[name] else { return }
      let names = family.description.labelNames
      for series in family.series {
        func label(_ name: String) -> String {
          names.firstIndex(of: name).map { series.labelValues[$0] } ?? ""
        }
        let place = Place(site: label("site"), backend: label("backend"))
        let growth = window.growth(of: series, in: family)
        add(&figures[place, default: BackendFigures()], growth, label("kind"))
      }
    }
    each("portico_backend_calls_total") { figures, growth, _ in
      if case .counter(let count) = growth { figures.calls = count }
    }
    each("portico_backend_failures_total") { figures, growth, kind in
      if case .counter(let count) = growth { figures.add(kind, count) }
    }
    each("http_client_request_duration_seconds") { figures, growth, _ in
      if case .histogram(let values) = growth { figures.durations.merge(values) }
    }
    each("portico_backend_connect_duration_seconds") { figures, growth, _ in
      if case .histogram(let values) = growth { figures.connects.merge(values) }
    }
    each("portico_backend_first_byte_duration_seconds") { figures, growth, _ in
      if case .histogram(let values) = growth { figures.firstBytes.merge(values) }
    }
    return figures.filter {
      $0.value.calls > 0 || $0.value.failed > 0 || $0.value.durations.count > 0
    }
  }
}
