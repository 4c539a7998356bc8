// SPDX-License-Identifier: Apache-2.0

import Edges

extension PurgeMachine {
  /// The progress of one job at one edge; not kept over a restart.
  struct Work: Sendable {
    /// The requests of this purge alone.
    private let own: PurgePlan
    /// The requests that are sent; those of several purges for the first one of a batch.
    var plan: PurgePlan
    /// The other purges of the batch that this one leads.
    var followers: [Ticket] = []
    /// When it began, in nanoseconds of the loop's clock.
    let began: Int64
    /// Number of times that everything has been sent before.
    var round = 0
    /// The progress of each address.
    var addresses: [Address]
    /// The index of the next public URL, and the number of times that it has been probed.
    var probe = 0
    var probes = 0

    struct Address: Sendable {
      /// The index of the next request in the plan.
      var step = 0
      /// Number of times that it has been sent.
      var attempts = 0
      var isOver = false
      var hasFailed = false
    }

    init(_ plan: PurgePlan, began: Int64) {
      own = plan
      self.plan = plan
      self.began = began
      addresses = Array(repeating: Address(), count: plan.addresses.count)
    }

    var isSent: Bool { addresses.allSatisfy(\.isOver) }
    var hasFailed: Bool { addresses.contains(where: \.hasFailed) }

    /// Begins anew.
    mutating func restart() {
      round += 1
      plan = own
      followers = []
      addresses = Array(repeating: Address(), count: addresses.count)
      probe = 0
      probes = 0
    }
  }

  /// The current time by two clocks.
  package struct Time: Sendable {
    /// Unix seconds.
    package var seconds: Int64
    /// The loop's clock.
    package var nanoseconds: Int64

    package init(seconds: Int64, nanoseconds: Int64) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }
}
