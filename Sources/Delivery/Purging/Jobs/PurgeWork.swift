// SPDX-License-Identifier: Apache-2.0

import Edges

/// Where the sending of one job to one edge stands; not kept over a restart.
struct PurgeWork: Sendable {
  let plan: PurgePlan
  /// When it began, in nanoseconds of the loop's clock.
  let began: Int64
  /// How often everything was sent before.
  var round = 0
  /// How far each address is.
  var addresses: [Address]
  /// The place of the next public URL among the job's, and how often it was asked for.
  var probe = 0
  var probes = 0

  struct Address: Sendable {
    /// The place of the next request among the plan's.
    var step = 0
    /// How often that was sent.
    var attempts = 0
    var isOver = false
    var hasFailed = false
  }

  init(_ plan: PurgePlan, began: Int64) {
    self.plan = plan
    self.began = began
    addresses = Array(repeating: Address(), count: plan.addresses.count)
  }

  var isSent: Bool { addresses.allSatisfy(\.isOver) }
  var hasFailed: Bool { addresses.contains(where: \.hasFailed) }

  /// Begins from the front.
  mutating func restart() {
    round += 1
    addresses = Array(repeating: Address(), count: addresses.count)
    probe = 0
    probes = 0
  }
}

/// The two times that a step is measured by.
package struct PurgeTime: Sendable {
  /// Unix seconds.
  package var seconds: Int64
  /// The loop's clock.
  package var nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}
