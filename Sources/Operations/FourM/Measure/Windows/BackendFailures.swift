// SPDX-License-Identifier: Apache-2.0

import Signals

/// The failed calls of a service over a window, and the reason that most of them had.
package struct BackendFailures: Sendable, Equatable {
  /// The name of a service in a site.
  package struct Place: Sendable, Hashable {
    package let site: String
    package let backend: String

    package init(site: String, backend: String) {
      self.site = site
      self.backend = backend
    }
  }

  package private(set) var count: UInt64 = 0
  private var commonest: (kind: String, count: UInt64)?

  /// The kind of fault.
  package var reason: String? { commonest?.kind }

  /// Reasons that follow from other failures explain nothing, unless there is nothing else.
  private static let consequences: Set<String> = ["cancelled", "circuit_open"]

  package static func == (a: BackendFailures, b: BackendFailures) -> Bool {
    a.count == b.count && a.reason == b.reason
  }

  private mutating func add(_ kind: String, _ count: UInt64) {
    guard count > 0 else { return }
    self.count += count
    guard let known = commonest else {
      commonest = (kind, count)
      return
    }
    let (isKnown, isNew) = (
      BackendFailures.consequences.contains(known.kind), BackendFailures.consequences.contains(kind)
    )
    if isKnown != isNew ? isKnown : count > known.count { commonest = (kind, count) }
  }

  /// Returns those of all services that had one in about the last `seconds`.
  package static func all(
    _ history: SignalHistory,
    over seconds: Double
  ) -> [Place: BackendFailures] {
    guard let window = history.window(seconds),
      let family = window.snapshot["portico_backend_failures_total"]
    else { return [:] }
    let names = family.description.labelNames
    var failures: [Place: BackendFailures] = [:]
    for series in family.series {
      guard case .counter(let count) = window.growth(of: series, in: family), count > 0 else {
        continue
      }
      func label(_ name: String) -> String {
        names.firstIndex(of: name).map { series.labelValues[$0] } ?? ""
      }
      let place = Place(site: label("site"), backend: label("backend"))
      failures[place, default: BackendFailures()].add(label("kind"), count)
    }
    return failures
  }
}
