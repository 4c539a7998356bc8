// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@Suite struct `Sets of intervals` {
  private typealias Numbers = IntervalSet<Int>

  @Test func `A set of intervals contains its lower bound and not its upper one`() {
    let set = Numbers(from: 3, until: 5)
    #expect((0..<8).filter { set.contains($0) } == [3, 4])
  }

  @Test func `A set of intervals without a bound is unlimited on that side`() {
    #expect(Numbers(from: nil, until: 2).contains(.min))
    #expect(Numbers(from: 2, until: nil).contains(.max))
    #expect(Numbers(from: nil, until: nil).contains(0))
  }

  @Test func `Sets of intervals that contain the same values are equal`() {
    let parts: [Numbers.Interval] = [.init(from: 5, until: 8), .init(from: 1, until: 3)]
    let more: [Numbers.Interval] = [
      .init(from: 6, until: 8), .init(from: 1, until: 2), .init(from: 5, until: 6),
      .init(from: 2, until: 3), .init(from: 9, until: 4),
    ]
    #expect(Numbers(parts) == Numbers(more))
    #expect(Numbers(parts).bounds == [1, 3, 5, 8])
    let rest: [Numbers.Interval] = [.init(from: 3, until: nil), .init(from: 7, until: 9)]
    #expect(Numbers(parts + rest).bounds == [1])
  }

  @Test func `The intersection of two sets of intervals contains the values that both contain`() {
    let first = Numbers([.init(from: nil, until: 4), .init(from: 6, until: 9)])
    let second = Numbers(from: 2, until: 7)
    let both = first.intersection(second)
    for value in -1..<12 {
      #expect(both.contains(value) == (first.contains(value) && second.contains(value)))
    }
    #expect(Numbers(from: 1, until: 2).intersection(Numbers(from: 2, until: 3)).isEmpty)
  }
}
