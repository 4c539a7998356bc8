// SPDX-License-Identifier: Apache-2.0

/// The kind of work that answering a request is.
package enum RequestClass: String, Sendable, CaseIterable {
  /// It is answered with what was published, or with an answer that was kept.
  case kept
  /// An answer is composed, whether a visitor waits for it or it replaces a stale one.
  case composed
  /// It is passed on to a service.
  case passed
  /// The record service answers it.
  case record

  /// The class of answers by their source in `portico_answers_total`; `nil` for those of plans, whose
  /// compositions are counted in their place.
  package init?(source: String) {
    switch source {
    case "plan": return nil
    case "passed": self = .passed
    case "record": self = .record
    default: self = .kept
    }
  }

  /// The usual cost as a multiple of that of a kept answer, by the project's benchmarks.
  package var usualRatio: Double {
    switch self {
    case .kept: 1
    case .composed: 14
    case .passed: 4
    case .record: 7
    }
  }
}
