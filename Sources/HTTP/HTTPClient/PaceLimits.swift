// SPDX-License-Identifier: Apache-2.0

/// Limits of the time for which a server may let a call wait.
package struct PaceLimits: Sendable, Equatable {
  /// Duration until the first byte of a response at most, counted from the last byte of the request
  /// that the server took.
  package var firstByte = Duration.seconds(30)
  /// Duration for which a response may stand still, and the period in which its speed is measured.
  package var idle = Duration.seconds(30)
  /// Lowest speed of a response in each period, in bytes a second; zero for one that may be as slow as it
  /// likes between two bytes.
  package var slowestBytesPerSecond = 512

  /// Duration for which a stream of events may stand still: the usual services send a comment once a minute.
  static let eventSilence = Duration.seconds(120)

  /// The same limits for a stream of events, which may be slow and silent for long.
  var ofEvents: PaceLimits {
    var limits = self
    limits.idle = max(limits.idle, PaceLimits.eventSilence)
    limits.slowestBytesPerSecond = 0
    return limits
  }

  /// The default limits.
  package init() {}
}
