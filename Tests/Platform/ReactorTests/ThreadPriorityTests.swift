// SPDX-License-Identifier: Apache-2.0

import Glibc
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The priority of threads` {
  private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

  @Test
  func `A thread of a pool for background work gives way to others, one of any other does not`()
    async throws
  {
    let own = Self.niceness
    let (usual, background) = (
      WorkerPool("test", threads: 1), WorkerPool("test", threads: 1, on: .background)
    )
    #expect(try await usual.run { Self.niceness } == own)
    #expect(try await background.run { Self.niceness } == 10)
    #expect(Self.niceness == own)
    for pool in [usual, background] { pool.close() }
  }
}
