// SPDX-License-Identifier: Apache-2.0

/// Limits for detecting a dead server: the silence before it is asked for a sign of life, and the
/// time that it has for it.
package struct LivenessLimits: Sendable, Equatable {
  /// Duration of silence after which the server of a connection with calls is asked for a sign of
  /// life.
  package var askBusyAfter = Duration.seconds(10)
  /// The same for a connection without calls. Some servers end connections on which they are asked
  /// too often while there is nothing to do.
  package var askIdleAfter = Duration.seconds(30)
  /// Duration in which the sign of life must come.
  package var patience = Duration.seconds(5)

  /// The default limits.
  package init() {}
}
