// SPDX-License-Identifier: Apache-2.0

import Backends
import LoopTesting
import Reactor
import Testing

@Suite struct `Endpoints that an operator has ejected` {
  private let start = ManualClock().now

  @Test func `An endpoint that is ejected for a while returns at its end`() {
    var manual = ManualEjection()
    manual.eject("a", until: start + .seconds(10))
    #expect(manual.contains("a", at: start) && !manual.contains("b", at: start))
    let early = manual.expire(at: start + .seconds(9))
    #expect(!early)
    #expect(!manual.contains("a", at: start + .seconds(10)))
    #expect(manual.nextReturn == start + .seconds(10))
    let isOver = manual.expire(at: start + .seconds(10))
    #expect(isOver && manual == ManualEjection())
  }

  @Test
  func `An ejection of all holds for endpoints that are listed later, until all are readmitted`() {
    var manual = ManualEjection()
    manual.eject(nil, until: .distantFuture)
    manual.eject("a", until: start + .seconds(10))
    #expect(manual.contains("later", at: start + .seconds(86_400)))
    let single = [manual.readmit("a"), manual.readmit("a")]
    #expect(single == [true, false] && manual.contains("a", at: start))
    let all = [manual.readmit(nil), manual.readmit(nil)]
    #expect(all == [true, false] && !manual.contains("a", at: start))
  }
}
