// SPDX-License-Identifier: Apache-2.0

import Backends
import Reactor
import Testing

@Suite struct `The health check of an endpoint` {
  /// A state of health that expectations can ask to change.
  private final class Health {
    var machine: ActiveHealth
    var random: FixedRandom

    init(_ draw: Double = 0.5) {
      random = FixedRandom(draw)
      var settings = HealthSettings()
      settings.interval = .seconds(10)
      settings.jitter = 0.2
      machine = ActiveHealth(settings, at: at(0), using: &random)
    }

    func begin(_ second: Double) -> Bool { machine.begin(at: at(second)) }

    func ended(_ isGood: Bool, _ second: Double = 0) -> Bool {
      machine.ended(isGood: isGood, at: at(second), using: &random)
    }
  }

  @Test(arguments: [
    ("", true), ("--", true), ("---", false), ("--+--", true), ("--+---", false),
    ("---+", false), ("---++", true), ("---+-+", false), ("---+-++", true), ("---++--", true),
  ])
  func `An endpoint's health changes after enough contradicting answers in a row`(
    answers: String,
    isWell: Bool
  ) {
    let health = Health()
    for answer in answers { _ = health.ended(answer == "+") }
    #expect(health.machine.isWell == isWell)
  }

  @Test func `A health change is reported once, when it happens`() {
    let health = Health()
    let changes = "--+----++-".map { health.ended($0 == "+") }
    #expect(changes.indices.filter { changes[$0] } == [5, 8])
  }

  @Test(arguments: [(0.0, 0.0, 8.0), (0.5, 5, 10), (0.999_999, 10, 12)])
  func `Health checks are spread at random, the first over a whole interval`(
    draw: Double,
    first: Double,
    next: Double
  ) {
    let health = Health(draw)
    #expect(abs((health.machine.nextProbe - at(first)).nanoseconds) < 100_000)
    _ = health.ended(true, 100)
    #expect(abs((health.machine.nextProbe - at(100 + next)).nanoseconds) < 100_000)
  }

  @Test func `An endpoint in doubt or in bad health is checked at a shorter interval`() {
    let health = Health()
    func wait(after isGood: Bool) -> Duration {
      _ = health.ended(isGood, 100)
      return health.machine.nextProbe - at(100)
    }
    let waits: [Duration] = [10, 0.25, 10, 0.25, 0.25, 1, 1, 10].map { .seconds($0) }
    #expect("+-+---++".map { wait(after: $0 == "+") } == waits)
  }

  @Test func `An endpoint that may be gone is checked soon, and known to be bad within 1,5 s`() {
    let health = Health(0.999_999)
    _ = health.ended(true, 100)
    health.machine.doubt(at: at(101))
    #expect(health.machine.nextProbe == at(101) + .milliseconds(100))
    for now in [101.15, 101.76, 102.37] {
      #expect(health.begin(now), "\(now)")
      _ = health.ended(false, now)
    }
    #expect(!health.machine.isWell)
  }

  @Test func `Doubts that a check refutes move no further check forward for a minute`() {
    let health = Health()
    _ = health.ended(true, 100)
    health.machine.doubt(at: at(101))
    #expect(health.begin(101.2))
    _ = health.ended(true, 101.2)
    for second in [120.0, 159] {
      _ = health.ended(true, second)
      health.machine.doubt(at: at(second + 1))
      #expect(health.machine.nextProbe == at(second + 10), "\(second)")
    }
    _ = health.ended(true, 162)
    health.machine.doubt(at: at(163))
    #expect(health.machine.nextProbe == at(163) + .milliseconds(100))
  }

  @Test func `A doubt delays no check, and changes nothing while one is under way`() {
    let health = Health()
    _ = health.ended(true, 100)
    health.machine.doubt(at: at(109.95))
    #expect(health.machine.nextProbe == at(110))
    #expect(health.begin(110))
    health.machine.doubt(at: at(110))
    #expect(!health.begin(1_000))
  }

  @Test func `Only one health check of an endpoint is under way at a time`() {
    let health = Health(0.5)
    #expect(!health.begin(4))
    #expect(health.begin(6))
    #expect(!health.begin(1_000))
    _ = health.ended(true, 1_000)
    #expect(health.begin(1_020))
  }
}
