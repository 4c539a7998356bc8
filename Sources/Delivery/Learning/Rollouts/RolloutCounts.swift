// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
package import DataFiles
import Signals

// Each node counts from its first look at a step, and tells the others the whole count each time, so that a message
// that is lost does no harm. A node that begins again counts for another process, so that what it told before stays.

/// The answers that all nodes of a fleet have counted at one step of a rollout, or before it.
package struct RolloutCounts: Sendable {
  /// The part of a rollout that is counted.
  package struct Period: Sendable, Equatable {
    package let word: EditionWord
    /// The number of the step; `nil` for the time before the rollout.
    package let step: Int?

    package init(_ word: EditionWord, step: Int?) {
      self.word = word
      self.step = step
    }
  }

  package private(set) var period: Period?
  /// The number of this process among those that count.
  private let own: UInt64
  /// The counts of this process at its first look.
  private var start: RolloutEvidence?
  private var counted: [UInt64: RolloutEvidence] = [:]

  package init(process: UInt64) { own = process }

  /// Counts another period from now on, unless it is the present one.
  package mutating func begin(_ next: Period) {
    guard period != next else { return }
    period = next
    start = nil
    counted = [:]
  }

  /// Takes what this process has counted since its start; returns what it tells the other nodes.
  package mutating func count(_ evidence: RolloutEvidence) -> DataValue? {
    let start = start ?? evidence
    self.start = start
    return tell(evidence.since(start))
  }

  /// Takes the answers that this process has counted before the rollout; returns what it tells the other nodes.
  package mutating func count(before answers: RolloutEvidence.Arm) -> DataValue? {
    var evidence = RolloutEvidence()
    evidence.published = answers
    return tell(evidence)
  }

  private mutating func tell(_ evidence: RolloutEvidence) -> DataValue? {
    guard let period else { return nil }
    counted[own] = evidence
    return .members([
      ("rollout", .text(period.word.description)),
      ("step", period.step.map { .number($0) } ?? .null),
      ("process", .text(String(own, radix: 16))), ("candidate", evidence.candidate.data),
      ("published", evidence.published.data),
    ])
  }

  /// Takes what another process has told; what is of another period is left out.
  package mutating func take(_ message: DataValue) {
    guard let period, message["rollout"]?.string == period.word.description,
      message["step"]?.integer == period.step.map({ Int64($0) }),
      let process = message["process"]?.string.flatMap({ UInt64($0, radix: 16) }), process != own,
      let candidate = message["candidate"].flatMap({ RolloutEvidence.Arm($0) }),
      let published = message["published"].flatMap({ RolloutEvidence.Arm($0) }),
      counted.count < Self.mostProcesses || counted[process] != nil
    else { return }
    var evidence = RolloutEvidence()
    (evidence.candidate, evidence.published) = (candidate, published)
    counted[process] = evidence
  }

  private static let mostProcesses = 10_000

  /// The number of processes that have counted.
  package var processes: Int { counted.count }

  /// The counts of all together.
  package var sum: RolloutEvidence {
    counted.values.reduce(into: RolloutEvidence()) { $0.add($1) }
  }
}

extension RolloutEvidence.Arm {
  private static var names: [(String, WritableKeyPath<RolloutEvidence.Counts, UInt64>)] {
    [
      ("whole", \.whole), ("degraded", \.degraded), ("clientErrors", \.clientErrors),
      ("failed", \.failed),
    ]
  }

  /// The counts, and the slots of the histogram that are not zero by their numbers.
  fileprivate var data: DataValue {
    let slots = composing.slots.enumerated().filter { $0.element != 0 }
    return .members(
      Self.names.map { ($0.0, .number(Int64(clamping: counts[keyPath: $0.1]))) } + [
        (
          "composing",
          .members(slots.map { ("\($0.offset)", .number(Int64(bitPattern: $0.element))) })
        )
      ]
    )
  }

  fileprivate init?(_ data: DataValue) {
    guard case .dictionary(let composing)? = data["composing"]?.content else { return nil }
    self.init()
    for (name, path) in Self.names {
      guard let count = data[name]?.integer else { return nil }
      counts[keyPath: path] = UInt64(clamping: count)
    }
    var slots = [UInt64](repeating: 0, count: Histogram.slots)
    for member in composing.members {
      guard let place = Int(member.key), slots.indices.contains(place),
        let value = member.value.integer
      else { return nil }
      slots[place] = UInt64(bitPattern: value)
    }
    self.composing = HistogramSnapshot(unit: .seconds) { slots[$0] }
  }
}
