// SPDX-License-Identifier: Apache-2.0

import JSONValues
import Plans
import Reactor
import Signals

/// Watches the answers of a service's calls: whether they are as documents expect them, and which
/// members they have. It belongs to a loop.
final class AnswerWatch {
  /// A change in the answers of a service, which operators should know.
  struct Change {
    enum Kind: String {
      /// An answer is not as documents expect it.
      case broken
      /// The answers are as documents expect them again.
      case kept
      /// A member stopped coming.
      case gone
      /// A member began to come.
      case new
    }

    let kind: Kind
    /// The name of the call.
    let call: String
    /// The member, and of one that is not as expected what is there; empty where all is well.
    let detail: String
  }

  private static let mostCalls = 256
  /// The least time between two looks at the members of a call's answers, which cost some allocations.
  private static let pause = Duration.seconds(1)

  private struct Call {
    var drift = MemberDrift()
    var isBroken = false
    /// The time of the next look at the members.
    var nextLook: Instant?
  }

  private let backend: String
  private let family: GrowingFamily<Counter>
  private let shard: SignalShard
  private let tell: (Change) -> Void
  private var calls: [String: Call] = [:]

  init(
    of backend: String,
    _ family: GrowingFamily<Counter>,
    _ shard: SignalShard,
    tell: @escaping (Change) -> Void
  ) {
    self.backend = backend
    self.family = family
    self.shard = shard
    self.tell = tell
  }

  /// Takes an answer that is as expected.
  func came(_ document: JSONDocument, ofCall name: String, at now: Instant) {
    let known = calls[name]
    guard known != nil || calls.count < AnswerWatch.mostCalls else { return }
    if known?.isBroken == true {
      calls[name]?.isBroken = false
      tell(Change(kind: .kept, call: name, detail: ""))
    }
    if let nextLook = known?.nextLook, now < nextLook { return }
    calls[name, default: Call()].nextLook = now + AnswerWatch.pause
    for change in calls[name, default: Call()].drift.observe(document) {
      switch change {
      case .gone(let member): found(.gone, member, ofCall: name)
      case .new(let member): found(.new, member, ofCall: name)
      }
    }
  }

  /// Takes an answer that is not as expected; the first one is told, and all are counted.
  func broke(_ breach: ShapeBreach, ofCall name: String) {
    let isKnown = calls[name]?.isBroken ?? false
    if calls[name] != nil || calls.count < AnswerWatch.mostCalls {
      calls[name, default: Call()].isBroken = true
    }
    count(.broken, breach.path)
    guard !isKnown else { return }
    tell(Change(kind: .broken, call: name, detail: breach.description))
  }

  private func found(_ kind: Change.Kind, _ member: String, ofCall name: String) {
    count(kind, member)
    tell(Change(kind: kind, call: name, detail: member))
  }

  private func count(_ kind: Change.Kind, _ member: String) {
    shard.add(family.series([backend, member, kind.rawValue]))
  }
}
