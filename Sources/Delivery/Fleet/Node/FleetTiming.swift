// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The times by which a node acts.
package struct FleetTiming: Sendable {
  /// From one beat to the next.
  package var beat = Duration.seconds(5)
  /// The time in which a node hears its own notification; otherwise it reads by itself.
  package var hearing = Duration.seconds(1)
  /// From one reading to the next while notifications are not heard.
  package var poll = Duration.milliseconds(250)
  /// The time behind which an acknowledgement is given, whoever is missing.
  package var bound = Duration.milliseconds(300)
  /// The first pause before a message is sent again; each further one is twice as long.
  package var resend = Duration.milliseconds(100)
  /// The longest pause before something that failed is tried again.
  package var longestPause = Duration.seconds(2)
  /// The age of the last sign of life of nodes whose acknowledgement is waited for.
  package var expected = Duration.seconds(60)
  /// The age of the last sign of life of living nodes.
  package var living = Duration.seconds(15)
  /// The pause before an entry of another node is given to the store, which that node should have done.
  package var takeover = Duration.seconds(2)
  /// The time for which entries are remembered.
  package var kept = Duration.seconds(86_400)
  /// The uncertainty of the clock beyond which changes are made on receipt.
  package var clockError = Duration.milliseconds(25)
  /// The time within which the store must take a change.
  package var changeDeadline = Duration.seconds(10)
  /// The time before the end of the lease at which its holder stops.
  package var leaseMargin = Duration.seconds(1)

  /// From one removal of old editions to the next.
  package var tidy = Duration.seconds(3_600)

  /// From one sign of life to the other nodes to the next; `nil` for none.
  package var pulse: Duration?
  /// From one division of the site's limits to the next; `nil` for none.
  package var share: Duration?
  /// The age behind which a demand of another node is over: two messages of it may be lost.
  package var demandAge = Duration.milliseconds(1_300)

  package init() {}

  /// The same in nanoseconds, which are computed once.
  struct Nanoseconds: Sendable {
    let beat, hearing, poll, bound, resend, longestPause: Int64
    let expected, living, takeover, kept, clockError, changeDeadline, leaseMargin: Int64
    let demandAge, tidy: Int64
    let pulse, share: Int64?

    init(_ timing: FleetTiming) {
      beat = timing.beat.nanoseconds
      hearing = timing.hearing.nanoseconds
      poll = timing.poll.nanoseconds
      bound = timing.bound.nanoseconds
      resend = timing.resend.nanoseconds
      longestPause = timing.longestPause.nanoseconds
      expected = timing.expected.nanoseconds
      living = timing.living.nanoseconds
      takeover = timing.takeover.nanoseconds
      kept = timing.kept.nanoseconds
      clockError = timing.clockError.nanoseconds
      changeDeadline = timing.changeDeadline.nanoseconds
      leaseMargin = timing.leaseMargin.nanoseconds
      tidy = timing.tidy.nanoseconds
      demandAge = timing.demandAge.nanoseconds
      pulse = timing.pulse?.nanoseconds
      share = timing.share?.nanoseconds
    }
  }
}

extension Instant {
  /// Later by a number of nanoseconds, or as late as there is.
  func later(_ nanoseconds: Int64) -> Instant {
    let (sum, isOver) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return isOver ? .distantFuture : Instant(nanoseconds: sum)
  }
}

/// Random numbers of one node, which a seed repeats (SplitMix64).
package struct FleetRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A duration between half of a number of nanoseconds and all of it.
  mutating func jittered(_ nanoseconds: Int64) -> Int64 {
    nanoseconds / 2 + Int64(next() % UInt64(max(1, nanoseconds / 2 + 1)))
  }
}
