// SPDX-License-Identifier: Apache-2.0

// A loop that is busy finds a response later than it came. How long the server took lies between two
// looks at the socket: it had not answered at the first, and had at the second. Who judges the server
// goes by what is certain: it is slow where even the least is too long, and fast where even the most
// is short.

import Reactor

/// Time that a server took to answer, from writing the request to the response's head, as far as
/// the loop can tell.
package struct ResponseLatency: Sendable, Equatable {
  /// So long at least: until the last look at which nothing had come.
  package let least: Duration
  /// So long at most: until it was seen that something had come.
  package let most: Duration

  /// A latency between two bounds.
  package init(least: Duration, most: Duration) {
    self.most = max(most, .zero)
    self.least = min(max(least, .zero), self.most)
  }

  /// A latency that is known exactly.
  package init(_ duration: Duration) { self.init(least: duration, most: duration) }

  /// Latency of a response that a loop finds ready now and whose request was written at `written`.
  init(since written: Instant, on core: LoopCore) {
    self.init(least: core.readySince - written, most: core.now - written)
  }
}
