// SPDX-License-Identifier: Apache-2.0

package import Edges

/// One purge on its way to every edge.
package struct PurgeJob: Sendable, Equatable {
  package let id: String
  package let target: PurgeTarget
  package let isSoft: Bool
  /// Paths at which the purge is proved besides those that it names.
  package let samples: [String]
  /// What it follows from; `nil` for one that somebody ordered.
  package let reason: String?
  /// The Unix second in which the gateway's own cache had let go.
  package let submitted: Int64
  package internal(set) var legs: [PurgeLeg]

  package init(
    id: String,
    _ target: PurgeTarget,
    isSoft: Bool,
    samples: [String],
    reason: String? = nil,
    submitted: Int64,
    legs: [PurgeLeg]
  ) {
    self.id = id
    self.target = target
    self.isSoft = isSoft
    self.samples = samples
    self.reason = reason
    self.submitted = submitted
    self.legs = legs
  }

  package var state: PurgeState {
    let states = legs.map(\.state)
    if states.allSatisfy(\.isOver) { return states.contains(.failed) ? .failed : .done }
    if states.contains(.sending) { return .sending }
    if states.contains(.verifying) { return .verifying }
    return states.allSatisfy { $0 == .queued } ? .queued : .sending
  }

  /// The public paths at which it is proved.
  var provingPaths: [String] {
    var paths = samples
    if case .paths(let named, _) = target { paths += named.filter { !samples.contains($0) } }
    return Array(paths.prefix(PurgeLimits.maximumProbes))
  }
}

/// What came of a purge at one edge.
package struct PurgeLeg: Sendable, Equatable {
  package let edge: String
  package let kind: EdgeKind
  package internal(set) var state = PurgeState.queued
  /// Requests that were sent, those that failed too.
  package internal(set) var attempts = 0
  /// The status of the last answer.
  package internal(set) var status: Int?
  /// What went wrong last, even if it went well afterwards.
  package internal(set) var error: String?
  /// What the edge does beyond what it was told to, or less.
  package internal(set) var note: String?
  /// The Unix second in which something happened last.
  package internal(set) var at: Int64?
  /// How often everything was sent again because a probe still saw what was purged.
  package internal(set) var repeats = 0
  /// From the purge to the first probe that saw nothing older.
  package internal(set) var consistentAfterMilliseconds: Int64?

  package init(edge: String, kind: EdgeKind) {
    self.edge = edge
    self.kind = kind
  }
}

/// What purges may take.
package struct PurgeLimits: Sendable {
  /// Public URLs that one purge is proved at.
  package static let maximumProbes = 8

  /// Jobs that are remembered; of those that are over the oldest go first.
  package var jobs = 10_000
  /// Requests that are under way at once.
  package var requests = 16
  /// How often one request is sent before its edge counts as failed.
  package var attempts = 12
  /// The pause behind the first attempt; each further one is twice as long.
  package var firstPause = Duration.milliseconds(500)
  package var longestPause = Duration.seconds(60)
  /// How often a public URL is asked for until it answers with something new.
  package var probes = 10
  /// How often everything is sent again because something old was seen.
  package var repeats = 3
  /// How long one request may take.
  package var timeout = Duration.seconds(10)

  package init() {}
}
