// SPDX-License-Identifier: Apache-2.0

import Signals
import Synchronization
import Testing

@Suite struct `Reports of bugs` {
  private let cause = "a number is not finite"

  @Test func `A report of a bug says what and where, once a minute for each kind`() {
    let lines = Mutex<[String]>([])
    let reports = BugReports("portico_gateway_bugs_total") { line in
      lines.withLock { $0.append(line) }
    }
    let start = ContinuousClock.now
    reports.found("document", at: "/home", cause, now: start)
    reports.found("document", at: "/terms", cause, now: start + .seconds(59))
    reports.found("metrics", at: "the mirror new", cause, now: start + .seconds(59))
    reports.found("document", at: "/terms", cause, now: start + .seconds(60))
    let counted = "portico_gateway_bugs_total counts all of them"
    #expect(
      lines.withLock { $0 } == [
        "bug (document) at /home: a number is not finite; \(counted)",
        "bug (metrics) at the mirror new: a number is not finite; \(counted)",
        "bug (document) at /terms: a number is not finite; \(counted)",
      ]
    )
  }
}
