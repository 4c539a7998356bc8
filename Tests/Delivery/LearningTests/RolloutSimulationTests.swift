// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Glibc
import Learning
import SeededTesting
import Signals
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The limits of rollouts` {
  private static let seeds = RandomRuns.seeds(0..<10_000)

  /// The ends of many rollouts.
  private struct Ends: Sendable {
    var good = 0
    var bad = 0
    /// The good ones that were given back, and the bad ones that were published, by their seeds.
    var goodReturned: [Int] = []
    var badPublished: [Int] = []
    var goodPublished = 0
    var badReturned = 0

    mutating func add(_ rollout: SimulatedRollout, _ seed: Int) {
      switch (rollout.isGood, rollout.machine.rollout.state) {
      case (true, .returned): goodReturned.append(seed)
      case (true, .finished): goodPublished += 1
      case (false, .finished): badPublished.append(seed)
      case (false, .returned): badReturned += 1
      case (_, .running): break
      }
      if rollout.isGood { good += 1 } else { bad += 1 }
    }

    mutating func add(_ other: Ends) {
      good += other.good
      bad += other.bad
      goodReturned += other.goodReturned
      badPublished += other.badPublished
      goodPublished += other.goodPublished
      badReturned += other.badReturned
    }
  }

  @Test
  func `Of many rollouts at most one bad in 1,000 is published and one good in 100 returned`()
    async
  {
    var ends = Ends()
    await withTaskGroup(of: Ends.self) { group in
      let parts = 4
      for part in 0..<parts {
        group.addTask {
          var ends = Ends()
          for seed in Self.seeds where seed % parts == part {
            var rollout = SimulatedRollout(seed: UInt64(seed))
            rollout.run()
            ends.add(rollout, seed)
          }
          return ends
        }
      }
      for await part in group { ends.add(part) }
    }
    #expect(ends.good * 2 == Self.seeds.count && ends.bad == ends.good)
    #expect(ends.badPublished.count * 1_000 <= ends.bad, "\(ends.badPublished) of \(ends.bad)")
    #expect(ends.goodReturned.count * 100 <= ends.good, "\(ends.goodReturned) of \(ends.good)")
    // Those that end in neither way are too few visits for a judgement, and wait.
    #expect(ends.goodPublished * 2 >= ends.good, "\(ends.goodPublished) of \(ends.good)")
    #expect(ends.badReturned * 4 >= ends.bad * 3, "\(ends.badReturned) of \(ends.bad)")
  }
}

/// A rollout of an edition that is good or bad, on a site with failures, outages and takeovers of its own.
private struct SimulatedRollout {
  /// The shares of an edition's answers that are not as they should be.
  private struct Rates {
    var failed: Double
    var clientErrors: Double
    var degraded: Double
    /// Of those that were composed.
    var slow = 0.025
  }

  private static let start: Int64 = 1_800_000_000
  private static let looks = 120

  let isGood: Bool
  private(set) var machine: RolloutMachine
  private var random: SeededNumbers
  private let perSecond: Double
  private let usual: Rates
  private let candidate: Rates
  private let outages: [(from: Int64, to: Int64, share: Double)]
  /// The seconds after the beginning at which another process takes over.
  private let takeover: Int64
  private var evidence = RolloutEvidence()

  init(seed: UInt64) {
    var random = SeededNumbers(seed)
    func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    /// A number whose logarithm is as likely as any other.
    func scaled(_ range: ClosedRange<Double>) -> Double {
      exp(uniform(log(range.lowerBound)...log(range.upperBound)))
    }
    perSecond = scaled(2...500)
    var usual = Rates(
      failed: scaled(0.0001...0.02),
      clientErrors: scaled(0.0001...0.1),
      degraded: scaled(0.0001...0.05)
    )
    if uniform(0...1) < 0.3 { usual.failed = 0 }
    self.usual = usual
    isGood = seed % 2 == 0
    var candidate = usual
    if !isGood {
      // At least twice what the bounds allow.
      switch seed / 2 % 4 {
      case 0: candidate.failed += scaled(0.02...0.98)
      case 1: candidate.clientErrors += scaled(0.04...0.9)
      case 2: candidate.degraded += scaled(0.04...0.9)
      default: candidate.slow = scaled(0.1...0.9)
      }
    }
    self.candidate = candidate
    outages = (0..<Int(uniform(0...2.5))).map { _ in
      let from = Int64(uniform(0...600))
      return (from, from + Int64(scaled(5...300)), scaled(0.05...1))
    }
    takeover = uniform(0...1) < 0.3 ? Int64(uniform(0...240)) : .max
    var settings = RolloutSettings()
    settings.hold = 60
    let steps: [[Double]] = [[1, 5, 20, 50], [50], [5, 25], [10, 50, 90]]
    settings.steps = steps[Int(uniform(0...3.99))]
    var arm = RolloutEvidence.Arm()
    // One in ten begins when nothing is known of the time before.
    let hour = random.next() % 10 == 0 ? 0 : min(3_600, 200_000 / perSecond)
    SimulatedRollout.add(perSecond * hour, usual, to: &arm, &random)
    self.random = random
    let now = UnixTime(seconds: SimulatedRollout.start)
    let rollout = Rollout(of: "new", beside: "old", after: RolloutBaseline(arm), at: now)
    machine = RolloutMachine(rollout, settings, at: now)
  }

  /// Looks at the rollout until it has ended, or for so long that it waits.
  mutating func run() {
    let pause = Int64(min(max(20 / perSecond, 5), 60))
    var now: Int64 = 0
    var isNew = false
    for _ in 0..<SimulatedRollout.looks where machine.isRunning {
      if now >= takeover, !isNew {
        isNew = true
        evidence = RolloutEvidence()
        machine = RolloutMachine(
          machine.rollout,
          machine.settings,
          at: UnixTime(seconds: SimulatedRollout.start + now),
          takesOver: true
        )
      }
      _ = machine.handle(
        .looked(evidence, published: "old"),
        at: UnixTime(seconds: SimulatedRollout.start + now)
      )
      let share = Double(machine.share) / 10_000
      var (own, others) = (candidate, usual)
      for outage in outages where now < outage.to && now + pause > outage.from {
        let part = Double(min(now + pause, outage.to) - max(now, outage.from)) / Double(pause)
        // A new edition has fewer kept answers to stand in.
        own.failed = min(1, own.failed + part * min(1, outage.share * 1.5))
        others.failed = min(1, others.failed + part * outage.share)
      }
      let visits = perSecond * Double(pause)
      SimulatedRollout.add(visits * share, own, to: &evidence.candidate, &random)
      SimulatedRollout.add(visits * (1 - share), others, to: &evidence.published, &random)
      now += pause
    }
  }

  /// Adds about so many answers.
  private static func add(
    _ expected: Double,
    _ rates: Rates,
    to arm: inout RolloutEvidence.Arm,
    _ random: inout SeededNumbers
  ) {
    let answers = number(expected, &random)
    var rest = answers
    func part(_ share: Double) -> UInt64 {
      let count = min(rest, number(Double(answers) * share, &random))
      rest -= count
      return count
    }
    arm.counts.failed += part(rates.failed)
    arm.counts.clientErrors += part(rates.clientErrors)
    arm.counts.degraded += part(rates.degraded)
    arm.counts.whole += rest
    // A third was composed by calls of all services.
    let composed = answers / 3
    let slow = min(composed, number(Double(composed) * rates.slow, &random))
    let late = min(composed - slow, number(Double(composed) * 0.055, &random))
    guard composed > 0 else { return }
    arm.composing = SimulatedRollout.joined(arm.composing, composed - slow - late, late, slow)
  }

  /// Adds durations of about 0.2 s, 0.3 s, and 0.5 s.
  private static func joined(
    _ durations: HistogramSnapshot,
    _ usual: UInt64,
    _ late: UInt64,
    _ slow: UInt64
  ) -> HistogramSnapshot {
    var buckets = [UInt64](repeating: 0, count: 13)
    (buckets[0], buckets[5], buckets[12]) = (usual, late, slow)
    var sum = durations
    sum.merge(
      HistogramSnapshot(
        unit: .seconds,
        zeroCount: 0,
        firstBucket: -19,
        buckets: buckets,
        recordedSum: 0
      )
    )
    return sum
  }

  /// A random number of events of which so many are expected (Poisson's distribution, above 30 by the normal
  /// one).
  private static func number(_ expected: Double, _ random: inout SeededNumbers) -> UInt64 {
    guard expected > 0 else { return 0 }
    guard expected < 30 else {
      let (one, two) = (
        Double.random(in: .leastNormalMagnitude...1, using: &random),
        Double.random(in: 0...1, using: &random)
      )
      let deviation = sqrt(-2 * log(one)) * cos(2 * .pi * two)
      return UInt64(max(0, (expected + sqrt(expected) * deviation).rounded()))
    }
    let limit = exp(-expected)
    var (count, product): (UInt64, Double) = (0, .random(in: 0...1, using: &random))
    while product > limit {
      count += 1
      product *= .random(in: 0...1, using: &random)
    }
    return count
  }
}
