// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Fleet
import Learning
import Reactor
import Synchronization

extension SiteFleet {
  /// True while changed files are not published: behind a rollback, during a rollout, and behind its return.
  var holdsFiles: Bool {
    guard let (step, _, withdrawal) = step.withLock(\.self), let state = step.step,
      let change = change.withLock(\.self), !isHeld
    else { return isHeld }
    let isReturned = withdrawal != nil || state.isOver && state.share == 0
    guard isReturned || state.isOver else { return true }
    return isReturned && state.details["published"]?.string == change.change?.edition.name
      && (change.activation?.microseconds ?? .min) < (step.activation?.microseconds ?? .min)
  }

  /// Gives a kept edition to the store.
  func send(_ name: String) async throws -> FleetEdition {
    let node = try joinedNode
    return try await loading.run { [self] in
      try editions.send(name, to: try node.openedStore())
    }
  }

  /// Has all nodes close the site with a maintenance, or open it with `nil`, and returns once this one has.
  func close(_ maintenance: DataValue?) async throws -> Acknowledgement {
    let told = try await joinedNode.close(maintenance)
    try await serving.run {}
    return told
  }

  /// Waits until what was ordered is done at this node; false for a node that is behind.
  func waitUntilCurrent() async throws -> Bool {
    let isCurrent = try await joinedNode.waitUntilCurrent(atMost: Self.startPatience)
    // What is to be served is swapped in by now.
    try await serving.run {}
    return isCurrent
  }

  /// Has all nodes take the state of a rollout, and returns once this one has; throws where an order that says something
  /// else came first.
  ///
  /// - Parameters:
  ///   - share: the buckets of installations, out of 10,000, that have the edition from then on.
  ///   - last: the step that it follows; `nil` for the beginning, before which all nodes load the edition.
  func roll(
    _ rollout: Rollout,
    _ edition: FleetEdition,
    share: Int,
    after last: RolloutStep?
  ) async throws -> Acknowledgement {
    let next = RolloutStep(
      began: rollout.began.seconds,
      number: last.map { $0.number.addingReportingOverflow(1).partialValue } ?? 0,
      share: share,
      isOver: rollout.state != .running,
      details: rollout.data
    )
    let told = try await joinedNode.change(.rollout(next), to: edition) { order in
      order.quorum = last == nil ? 100 : 0
      order.patience = Self.patience
    }
    guard try await waitUntilCurrent(), let made = step.withLock({ $0?.entry }),
      made.id != told.entry, made.step.map({ !Self.saysSame($0, next) }) ?? true
    else { return told }
    throw PlainError("another order about the rollout came first; see /rollout")
  }

  /// True for steps of a rollout of which it does not matter which one the log had first, as when the judge ends what a
  /// slow node has begun.
  private static func saysSame(_ step: RolloutStep, _ other: RolloutStep) -> Bool {
    step.began == other.began && step.share == other.share && step.isOver == other.isOver
      && step.details["paused"] == other.details["paused"]
  }

  /// Waits until as many nodes have told what they counted as live, but no longer than two seconds.
  func waitForCounts(_ count: @Sendable () -> Int) async throws {
    let living = 1 + (node?.state.nodes.count { $0.silence < Self.livingSilence } ?? 0)
    for _ in 0..<100 where count() < living { try await Task.sleep(for: .milliseconds(20)) }
  }

  private static let livingSilence: Int64 = 15_000

  /// Refuses a rollout while a node lives that would not follow it.
  func requireFollowers() throws(PlainError) {
    let others = try joinedNode.state.nodes.filter {
      $0.silence < Self.livingSilence && !$0.report.followsRollouts
    }
    guard others.isEmpty else {
      let names = others.map { "\($0.report.name) (\($0.report.version))" }.joined(separator: ", ")
      throw PlainError(
        "no rollout begins, since the release of these nodes knows none in a fleet: \(names)"
      )
    }
  }
}
