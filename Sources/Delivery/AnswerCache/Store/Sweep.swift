// SPDX-License-Identifier: Apache-2.0

/// Where a walk through the whole store has come to.
struct Sweep {
  var shard = 0
  var isAtMarks = false
  var number = 0
  /// The epoch at which the walk began.
  var begun = PurgeEpoch(number: 0)
  /// The epoch at which the last walk began that came to its end.
  var finished = PurgeEpoch(number: 0)
}

/// Whether a sweep has come to its end.
package enum SweepProgress: Sendable, Equatable {
  case unfinished
  case finished
}
