// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Gateway

@Suite struct `Work that a loop does in turns` {
  @Test func `Work that waits begins a few at a turn, the oldest first, and more where much waits`()
  {
    var backlog = TurnBacklog<Int>()
    #expect(backlog.isEmpty && backlog.due().isEmpty)
    for number in 0..<100 { backlog.add(number) }
    #expect(backlog.due() == [0, 1, 2, 3])
    #expect(backlog.due() == [4, 5, 6, 7])
    var begun = 8
    while !backlog.isEmpty {
      let due = backlog.due()
      #expect(due == Array(begun..<begun + due.count) && (1...3).contains(due.count))
      begun += due.count
    }
    #expect(begun == 100)
  }
}
