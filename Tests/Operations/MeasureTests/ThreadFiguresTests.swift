// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Measure

@Suite struct `Figures of threads` {
  private static let status =
    "Name:\tloop-1\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t17\n"
    + "voluntary_ctxt_switches:\t4711\nnonvoluntary_ctxt_switches:\t12\n"

  @Test func `The waits of a thread are its voluntary switches`() {
    #expect(ThreadFigures.waits(status: Self.status, of: "loop-") == 4_711)
    #expect(ThreadFigures.waits(status: Self.status, of: "worker-") == nil)
    #expect(ThreadFigures.waits(status: "Name:\tloop-1\n", of: "loop-") == nil)
    #expect(ThreadFigures.waits(status: "", of: "") == nil)
  }

  @Test func `The waits of the threads of this process are added up by name`() throws {
    let waits = try #require(ThreadFigures.waits(ofThreadsNamed: ""))
    #expect(waits > 0)
    #expect(ThreadFigures.waits(ofThreadsNamed: "no thread has this name") == 0)
  }
}
