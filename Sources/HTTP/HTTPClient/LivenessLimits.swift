// SPDX-License-Identifier: Apache-2.0

/// When a silent server is asked for a sign of life, and how long it has for it.
package struct LivenessLimits: Sendable, Equatable {
  /// How long a connection with calls is silent before its server is asked.
  package var askBusyAfter = Duration.seconds(10)
  /// The same for a connection without calls. Some servers end connections on which they are asked
  /// too often while there is nothing to do.
  package var askIdleAfter = Duration.seconds(30)
  /// How long the sign of life may take.
  package var patience = Duration.seconds(5)

  /// The limits that hold when nobody says otherwise.
  package init() {}
}
