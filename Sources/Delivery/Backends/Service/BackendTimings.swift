// SPDX-License-Identifier: Apache-2.0

/// Durations of the parts of a call.
package struct BackendTimings: Sendable, Equatable {
  /// From the call to its last attempt: in the queue, in earlier attempts and in pauses.
  package internal(set) var waited = Duration.zero
  /// From the attempt to the head of the answer, the connection included.
  package var head = Duration.zero
  /// From the attempt to the last byte.
  package var attempt = Duration.zero
  /// The whole call.
  package var total: Duration { waited + attempt }
}
