// SPDX-License-Identifier: Apache-2.0

package import Edges

/// The findings of probes at an edge in the last quarter of an hour, beside what is promised of it.
package struct EdgeFigures: Sendable, Equatable {
  /// The seconds that are looked at.
  package static let window: Int64 = 900
  /// The seconds in which purges count.
  package static let purgeWindow: Int64 = 86_400
  /// Fewer probes tell nothing about hits.
  package static let leastProbes = 10
  /// So many failures in a row mean that the public URL is not reached.
  package static let mostFailures = 3

  package let edge: String
  package let kind: EdgeKind
  package let settings: MeasureSettings
  /// Probes that were answered.
  package internal(set) var answered = 0
  /// Cache hits of the edge, among the answers that tell hit or miss.
  package internal(set) var hits = 0
  /// Answers that tell hit or miss.
  package internal(set) var told = 0
  package internal(set) var failures = 0
  /// The failures since the last answer.
  package internal(set) var failuresInRow = 0
  package internal(set) var lastError: String?
  /// The longest time after its end of freshness for which an answer was given, in seconds.
  package internal(set) var worstStale: Int64?
  /// The longest time from a purge of the last day until no older answer was given, in milliseconds.
  package internal(set) var worstPurge: Int64?

  init(_ edge: EdgeSettings, _ settings: MeasureSettings) {
    (self.edge, kind, self.settings) = (edge.name, edge.kind, settings)
  }

  /// The share of the probes that the edge has answered itself; `nil` while nothing can be said.
  package var hitRatio: Double? { told == 0 ? nil : Double(hits) / Double(told) }

  /// The promises that do not hold, each with what was seen and what was promised, by a word for it.
  package var broken: [(promise: String, text: String)] {
    var broken: [(String, String)] = []
    if failuresInRow >= EdgeFigures.mostFailures {
      broken.append(
        ("reach", "\(failuresInRow) probes in a row failed: \(lastError ?? "no answer")")
      )
    }
    if let worstStale, worstStale > settings.staleSeconds {
      broken.append(
        (
          "stale",
          "an answer was given \(worstStale) s after its end of freshness; promised are at most "
            + "\(settings.staleSeconds) s"
        )
      )
    }
    if let worstPurge, worstPurge > Int64(settings.purgeSeconds) * 1_000 {
      broken.append(
        (
          "purge",
          "a purge took effect after \((worstPurge + 999) / 1_000) s; promised are at most "
            + "\(settings.purgeSeconds) s"
        )
      )
    }
    if let hitRatio, told >= EdgeFigures.leastProbes, hitRatio * 100 < Double(settings.hits) {
      broken.append(
        (
          "hits",
          "the edge answered \(Int(hitRatio * 100)) % of \(told) probes itself; promised are at least "
            + "\(settings.hits) %"
        )
      )
    }
    return broken
  }
}

/// The probes of one edge, the newest last.
struct EdgeProbes {
  /// The most that are kept.
  static let limit = 1_024

  private var probes: [(seconds: Int64, observation: EdgeObservation)] = []

  mutating func add(_ observation: EdgeObservation, at seconds: Int64) {
    probes.removeAll { $0.seconds <= seconds - EdgeFigures.window }
    if probes.count == EdgeProbes.limit { probes.removeFirst() }
    probes.append((seconds, observation))
  }

  /// Sums up the probes of the last quarter of an hour.
  func sum(into figures: inout EdgeFigures, at seconds: Int64) {
    for (at, observation) in probes where at > seconds - EdgeFigures.window {
      guard observation.result != .failed else {
        figures.failures += 1
        figures.failuresInRow += 1
        figures.lastError = observation.error
        continue
      }
      figures.failuresInRow = 0
      figures.answered += 1
      if observation.result != .unknown { figures.told += 1 }
      if observation.result == .hit || observation.result == .stale { figures.hits += 1 }
      guard let stale = observation.staleSeconds else { continue }
      figures.worstStale = max(stale, figures.worstStale ?? 0)
    }
  }
}
