// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@testable import Administration

@Suite struct `The pace of answers to wrong tokens` {
  private static func at(_ milliseconds: Int64) -> Instant {
    Instant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `A few wrong tokens are answered at once, then one a second, then none`() {
    var pace = WrongTokenPace()
    for _ in 0..<5 { #expect(pace.turn(at: Self.at(0)) == .atOnce) }
    for second in 1...8 { #expect(pace.turn(at: Self.at(0)) == .after(.seconds(second))) }
    for _ in 0..<1_000 { #expect(pace.turn(at: Self.at(0)) == .none) }
    #expect(
      pace.turn(at: Self.at(1_000)) == .after(.seconds(8)),
      "who is turned away takes no turn"
    )
    #expect(pace.turn(at: Self.at(1_500)) == .none)
    for _ in 0..<5 { #expect(pace.turn(at: Self.at(60_000)) == .atOnce, "after a quiet minute") }
    #expect(pace.turn(at: Self.at(60_000)) == .after(.seconds(1)))
  }

  @Test func `A day's flood of wrong tokens gets one answer a second`() {
    var pace = WrongTokenPace()
    var answered = 0
    for second in 0..<86_400 {
      for _ in 0..<50 where pace.turn(at: Self.at(Int64(second) * 1_000)) != .none { answered += 1 }
    }
    #expect(answered <= 86_400 + WrongTokenPace.burst + WrongTokenPace.room)
  }
}
