// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Learning
import Signals
import Sites
import Testing

@Suite struct `A rollout` {
  private static let start: Int64 = 1_800_000_000

  private static func settings(
    _ change: (inout RolloutSettings) -> Void = { _ in }
  ) -> RolloutSettings {
    var settings = RolloutSettings()
    settings.steps = [5, 20]
    settings.hold = 600
    settings.answers = 100
    change(&settings)
    return settings
  }

  private static func at(_ seconds: Int64) -> UnixTime { UnixTime(seconds: start + seconds) }

  /// The answers before a rollout, of which so many failed.
  private static func usual(failed: UInt64 = 0) -> RolloutBaseline {
    var before = RolloutBaseline()
    before.counts.whole = 10_000 - failed
    before.counts.failed = failed
    before.composed = 10_000
    before.nanoseconds = 300_000_000
    return before
  }

  private func machine(
    _ settings: RolloutSettings = settings(),
    after before: RolloutBaseline = usual()
  ) -> RolloutMachine {
    let rollout = Rollout(of: "new", beside: "old", after: before, at: Self.at(0))
    return RolloutMachine(rollout, settings, at: Self.at(0))
  }

  /// Evidence of so many answers, and of the parts of them that failed or were degraded. The published edition
  /// has ten times as many.
  private func evidence(
    _ candidate: UInt64,
    failed: UInt64 = 0,
    clientErrors: UInt64 = 0,
    degraded: UInt64 = 0,
    alsoFailed: UInt64 = 0
  ) -> RolloutEvidence {
    var evidence = RolloutEvidence()
    evidence.candidate.counts.whole = candidate - failed - clientErrors - degraded
    evidence.candidate.counts.failed = failed
    evidence.candidate.counts.clientErrors = clientErrors
    evidence.candidate.counts.degraded = degraded
    evidence.published.counts.whole = candidate * 10 - alsoFailed
    evidence.published.counts.failed = alsoFailed
    return evidence
  }

  private func looked(_ evidence: RolloutEvidence) -> RolloutEvent {
    .looked(evidence, published: "old")
  }

  @Test
  func `A rollout with good answers goes on after each hold, and is published after the last`() {
    var machine = machine()
    #expect(machine.share == 500)
    #expect(machine.handle(looked(evidence(0)), at: Self.at(1)) == [])
    #expect(machine.handle(looked(evidence(400)), at: Self.at(600)) == [])
    #expect(machine.handle(looked(evidence(500)), at: Self.at(605)) == [.offer(2_000)])
    #expect(machine.rollout.step == 1)
    #expect(machine.handle(looked(evidence(500)), at: Self.at(606)) == [])
    #expect(machine.handle(looked(evidence(1_600)), at: Self.at(1_200)) == [])
    #expect(machine.handle(looked(evidence(1_700)), at: Self.at(1_206)) == [.publish])
    #expect(machine.rollout.state == .finished)
    #expect(machine.share == 10_000)
    #expect(machine.handle(looked(evidence(1_700)), at: Self.at(9_999)) == [])
  }

  @Test func `A rollout goes to no next step before there are enough answers at this one`() {
    var machine = machine()
    #expect(machine.handle(looked(evidence(500)), at: Self.at(0)) == [])
    // The answers before the step count for nothing.
    #expect(machine.handle(looked(evidence(599)), at: Self.at(6_000)) == [])
    #expect(machine.verdict?.measures.first?.standing == .unknown)
    #expect(machine.wait(at: Self.at(6_000))?.contains("too few answers") == true)
    #expect(machine.handle(looked(evidence(602)), at: Self.at(6_060)) == [.offer(2_000)])
  }

  @Test func `An edition is published only when its answers are within their bounds beyond chance`()
  {
    var machine = machine(Self.settings { $0.steps = [50] })
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    // Of 300 answers none failed, and yet 2 % of all may.
    #expect(machine.handle(looked(evidence(300)), at: Self.at(700)) == [])
    #expect(machine.verdict?.measures.first?.standing == .likely)
    #expect(machine.wait(at: Self.at(700))?.contains("perhaps by chance") == true)
    #expect(machine.handle(looked(evidence(700)), at: Self.at(800)) == [.publish])
  }

  @Test func `A rollout whose answers fail more often than before is returned at once`() {
    var machine = machine()
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    #expect(machine.handle(looked(evidence(200, failed: 20)), at: Self.at(5)) == [.giveBack])
    #expect(machine.rollout.state == .returned)
    #expect(machine.rollout.reason == "10.0 % failed answers of 200, at most 1.0 % expected")
    #expect(machine.share == 0)
  }

  @Test func `A rollout that answers 404 is returned, and one with a part missing too`() {
    for bad in [evidence(200, clientErrors: 200), evidence(200, degraded: 40)] {
      var machine = machine()
      #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
      #expect(machine.handle(looked(bad), at: Self.at(5)) == [.giveBack])
    }
  }

  @Test func `A rollout is not returned for failures that there were before it as often`() {
    var machine = machine(after: Self.usual(failed: 1_000))
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    let outage = evidence(200, failed: 20, alsoFailed: 200)
    #expect(machine.handle(looked(outage), at: Self.at(5)) == [])
    let later = evidence(400, failed: 40, alsoFailed: 400)
    #expect(machine.handle(looked(later), at: Self.at(600)) == [.offer(2_000)])
  }

  @Test
  func `A rollout waits while the published edition does worse than before, then goes on`() {
    var machine = machine()
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    let outage = evidence(200, failed: 150, alsoFailed: 900)
    #expect(machine.handle(looked(outage), at: Self.at(600)) == [])
    #expect(machine.isRunning && machine.rollout.step == 0)
    #expect(machine.wait(at: Self.at(600))?.contains("does worse than before") == true)
    // The answers of the outage count for neither edition.
    let after = evidence(500, failed: 150, alsoFailed: 900)
    #expect(machine.handle(looked(after), at: Self.at(700)) == [.offer(2_000)])
  }

  @Test func `Without answers before a rollout the published edition is no excuse to go on`() {
    var machine = machine(after: RolloutBaseline())
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    let both = evidence(2_000, failed: 200, alsoFailed: 2_000)
    #expect(machine.handle(looked(both), at: Self.at(5)) == [])
    #expect(machine.handle(looked(both), at: Self.at(6_000)) == [])
    #expect(machine.rollout.step == 0)
    let worse = evidence(2_000, failed: 400, alsoFailed: 2_000)
    #expect(machine.handle(looked(worse), at: Self.at(7_000)) == [.giveBack])
  }

  @Test func `A rollout is neither returned nor goes on for failures that may be chance`() {
    var machine = machine()
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    // 2 of 100 are above the bound of 1 %, and its interval begins at 0.4 %.
    #expect(machine.handle(looked(evidence(100, failed: 2)), at: Self.at(700)) == [])
    #expect(machine.verdict?.measures.first?.standing == .open)
    #expect(machine.handle(looked(evidence(1_000, failed: 8)), at: Self.at(705)) == [.offer(2_000)])
  }

  @Test func `A rollout of which only a few answers are known is not returned, though all fail`() {
    var machine = machine()
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    #expect(machine.handle(looked(evidence(99, failed: 99)), at: Self.at(9_000)) == [])
    #expect(machine.handle(looked(evidence(101, failed: 101)), at: Self.at(9_060)) == [.giveBack])
  }

  @Test func `A rollout whose answers take longer to compose is returned, and judged by no few`() {
    func slow(_ count: Int) -> RolloutEvidence {
      var evidence = evidence(1_000 + UInt64(count))
      evidence.candidate.composing = durations(count, milliseconds: 900)
      evidence.published.composing = durations(1_000, milliseconds: 300)
      return evidence
    }
    var machine = machine()
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    #expect(machine.handle(looked(slow(99)), at: Self.at(5)) == [])
    #expect(machine.verdict?.measures.last?.standing == .unknown)
    #expect(machine.handle(looked(slow(101)), at: Self.at(65)) == [.giveBack])
    #expect(machine.rollout.reason.contains("slow answers"))
  }

  @Test func `A rollout whose answers take as long to compose as before goes on`() {
    var machine = machine()
    var equal = evidence(1_000)
    equal.candidate.composing = durations(500, milliseconds: 300)
    equal.published.composing = durations(1_000, milliseconds: 300)
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    #expect(machine.handle(looked(equal), at: Self.at(600)) == [.offer(2_000)])
  }

  private func durations(_ count: Int, milliseconds: UInt64) -> HistogramSnapshot {
    var all = HistogramSnapshot(unit: .seconds)
    for number in 0..<count {
      // A little apart, as durations are.
      let nanoseconds = milliseconds * 1_000_000 + UInt64(number) * 1_000
      var one = [UInt64](repeating: 0, count: Histogram.slots)
      let single = HistogramSnapshot(
        unit: .seconds,
        zeroCount: 0,
        firstBucket: Self.bucket(of: Double(nanoseconds) / 1e9),
        buckets: [1],
        recordedSum: nanoseconds
      )
      one = single.slots
      all.merge(HistogramSnapshot(unit: .seconds) { one[$0] })
    }
    return all
  }

  /// The number of the bucket: 2^((i-1)/8) < value <= 2^(i/8).
  private static func bucket(of seconds: Double) -> Int {
    var number = -200
    var border = 1.0
    for _ in 0..<200 { border /= 1.090_507_732_665_257_7 }
    while border < seconds {
      border *= 1.090_507_732_665_257_7
      number += 1
    }
    return number
  }

  @Test func `An operator begins the next step, finishes or returns a rollout at once`() {
    var machine = machine()
    #expect(machine.handle(.ordered(.next), at: Self.at(1)) == [.offer(2_000)])
    #expect(machine.handle(.ordered(.next), at: Self.at(2)) == [.publish])
    var returned = self.machine()
    #expect(returned.handle(.ordered(.return), at: Self.at(1)) == [.giveBack])
    #expect(returned.rollout.state == .returned)
    #expect(returned.handle(.ordered(.finish), at: Self.at(2)) == [])
    var finished = self.machine()
    #expect(finished.handle(.ordered(.finish), at: Self.at(1)) == [.publish])
    #expect(finished.rollout.state == .finished)
  }

  @Test func `A rollout ends when another edition is published beside it`() {
    var other = machine()
    #expect(
      other.handle(.looked(evidence(0), published: "third"), at: Self.at(1)) == [.giveBack]
    )
    var begun = machine()
    #expect(begun.handle(.began(published: "third"), at: Self.at(1)) == [.giveBack])
    #expect(other.rollout.reason == "edition third is published in place of old")
    var same = machine()
    #expect(same.handle(.looked(evidence(0), published: "new"), at: Self.at(1)) == [.withdraw])
    #expect(same.rollout.state == .finished)
  }

  @Test func `A finished rollout that cannot be published is returned`() {
    var machine = machine()
    #expect(machine.handle(.ordered(.finish), at: Self.at(1)) == [.publish])
    #expect(machine.handle(.failed("the disk is full"), at: Self.at(1)) == [.giveBack])
    #expect(machine.rollout.state == .returned)
    #expect(machine.rollout.reason == "the disk is full")
  }

  @Test func `A paused rollout stays at its step until it is resumed, unless its answers fail`() {
    var machine = machine()
    #expect(machine.handle(looked(evidence(0)), at: Self.at(0)) == [])
    #expect(machine.handle(.ordered(.pause), at: Self.at(1)) == [.tell])
    #expect(machine.handle(.ordered(.pause), at: Self.at(2)) == [])
    #expect(machine.handle(looked(evidence(900)), at: Self.at(5_000)) == [])
    #expect(machine.share == 500 && machine.isRunning)
    var failing = machine
    #expect(failing.handle(looked(evidence(1_300, failed: 400)), at: Self.at(5_005)) == [.giveBack])
    #expect(machine.handle(.ordered(.resume), at: Self.at(5_001)) == [.tell])
    #expect(machine.handle(looked(evidence(910)), at: Self.at(5_006)) == [.offer(2_000)])
  }

  @Test func `A rollout keeps its step and its time when another process takes over`() throws {
    var first = machine()
    #expect(first.handle(.ordered(.next), at: Self.at(10)) == [.offer(2_000)])
    #expect(first.handle(looked(evidence(0)), at: Self.at(10)) == [])
    var second = RolloutMachine(first.rollout, Self.settings(), at: Self.at(500), takesOver: true)
    #expect(second.share == 2_000 && second.rollout.since == Self.at(10))
    #expect(second.rollout.before == Self.usual())
    // Its own answers count, but the time since the beginning of the step does.
    #expect(second.handle(looked(evidence(0)), at: Self.at(500)) == [])
    #expect(second.handle(looked(evidence(900)), at: Self.at(605)) == [])
    #expect(second.handle(looked(evidence(910)), at: Self.at(610)) == [.publish])
  }

  @Test func `A rollout begins its step anew after a restart, with a step that the file has`()
    throws
  {
    var first = machine()
    #expect(first.handle(.ordered(.next), at: Self.at(10)) == [.offer(2_000)])
    var machine = RolloutMachine(first.rollout, Self.settings(), at: Self.at(500))
    #expect(machine.share == 2_000)
    #expect(machine.handle(.began(published: "old"), at: Self.at(500)) == [])
    #expect(machine.handle(looked(evidence(5_000, failed: 5_000)), at: Self.at(500)) == [])
    #expect(machine.handle(looked(evidence(5_900, failed: 5_000)), at: Self.at(1_095)) == [])
    let later = evidence(5_910, failed: 5_000)
    #expect(machine.handle(looked(later), at: Self.at(1_100)) == [.publish])
    let shorter = RolloutMachine(first.rollout, Self.settings { $0.steps = [7] }, at: Self.at(500))
    #expect(shorter.share == 700)
  }

  @Test func `What is usual before a rollout is that of the last hour without one`() {
    var window = BaselineWindow()
    var counted = RolloutEvidence.Arm()
    // The first hour has failures, and so has the rollout behind it.
    for minute in 0...180 {
      counted.counts.whole += 10
      if (1...60).contains(minute) { counted.counts.failed += 5 }
      window.add(counted, at: Self.at(Int64(minute) * 60))
    }
    #expect(window.baseline.counts.failed == 0)
    #expect(window.baseline.counts.whole == 600)
    window.pause()
    counted.counts.failed += 1_000
    for minute in 200...210 { window.add(counted, at: Self.at(Int64(minute) * 60)) }
    #expect(window.baseline.counts.failed == 0)
  }
}
