// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import Edges

/// One purge with its state at every edge.
package struct PurgeJob: Sendable, Equatable {
  package let id: String
  package let purge: Purge
  /// The cause, such as a publication; `nil` where an operator asked for it.
  package let reason: String?
  /// The Unix second in which the gateway's own cache was purged.
  package let submitted: Int64
  package internal(set) var legs: [Leg]

  package init(
    id: String,
    _ purge: Purge,
    reason: String? = nil,
    submitted: Int64,
    legs: [Leg]
  ) {
    self.id = id
    self.purge = purge
    self.reason = reason
    self.submitted = submitted
    self.legs = legs
  }

  package var state: State {
    let states = legs.map(\.state)
    if states.allSatisfy(\.isOver) { return states.contains(.failed) ? .failed : .done }
    if states.contains(.sending) { return .sending }
    if states.contains(.verifying) { return .verifying }
    return states.allSatisfy { $0 == .queued } ? .queued : .sending
  }

  /// The public paths at which it is proved.
  var provingPaths: [String] {
    var paths = purge.samples
    if case .paths(let named, _) = purge.target {
      paths += named.filter { !purge.samples.contains($0) }
    }
    return Array(paths.prefix(PurgeMachine.Limits.maximumProbes))
  }
}

extension PurgeJob {
  /// The state of a purge at one edge.
  package struct Leg: Sendable, Equatable {
    package let edge: String
    package let kind: EdgeKind
    package var state = State.queued
    /// The number of requests, including those that failed.
    package var attempts = 0
    /// The status of the last answer.
    package var status: Int?
    /// The last error, even if later requests succeeded.
    package var error: String?
    /// Note about a purge that differs from the one requested.
    package var note: String?
    /// The Unix second of the last change.
    package var at: Int64?
    /// Number of times that everything was sent again because a probe still found an older answer.
    package var repeats = 0
    /// The time from the purge to the first probe that found only newer answers.
    package var consistentAfterMilliseconds: Int64?

    package init(edge: String, kind: EdgeKind) {
      self.edge = edge
      self.kind = kind
    }
  }

  /// The state of a purge, as a whole and at one edge.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// Nothing has been sent.
    case queued
    case sending
    /// All requests succeeded, and the public URLs are probed.
    case verifying
    case done
    case failed

    package var isOver: Bool {
      switch self {
      case .queued, .sending, .verifying: false
      case .done, .failed: true
      }
    }
  }
}
