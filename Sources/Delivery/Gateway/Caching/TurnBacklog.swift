// SPDX-License-Identifier: Apache-2.0

/// Work that nobody waits for, of which a little begins in each turn of a loop.
///
/// Answers that lack a part become stale in the same second. Were all composed anew in the turn in which they
/// are asked for, every other request of the loop would wait for them.
struct TurnBacklog<Work> {
  /// One more begins in a turn for each of these that wait, so that a long backlog is soon over.
  static var waitingForEach: Int { 32 }

  private var waiting: [Work] = []

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ work: Work) { waiting.append(work) }

  /// Takes what begins in this turn, the oldest first.
  mutating func due() -> [Work] {
    let count = min(waiting.count, 1 + waiting.count / Self.waitingForEach)
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }
}
