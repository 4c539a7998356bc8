// SPDX-License-Identifier: Apache-2.0

/// How long a server may let a call wait.
package struct PaceLimits: Sendable, Equatable {
  /// How long the first byte of a response takes at most, counted from the last byte of the request
  /// that the server took.
  package var firstByte = Duration.seconds(30)
  /// How long a response may stand still, and the period in which its speed is measured.
  package var idle = Duration.seconds(30)
  /// How many bytes a second a response must have in each period; zero for a stream of events,
  /// which may be as slow as it likes between two bytes.
  package var slowestBytesPerSecond = 512

  /// The limits that hold when nobody says otherwise.
  package init() {}
}
