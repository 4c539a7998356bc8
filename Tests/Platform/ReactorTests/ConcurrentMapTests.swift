// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Work that is shared by several threads` {
  @Test(arguments: [0, 1, 2, 1_000])
  func `Work shared by several threads is done once for each number, with results in order`(
    count: Int
  ) {
    let squares = LoopThread.concurrentMap(count) { $0 * $0 }
    #expect(squares == (0..<count).map { $0 * $0 })
  }
}
