// SPDX-License-Identifier: Apache-2.0

/// The checks of a service's addresses.
package enum HealthDeclaration: Sendable, Hashable {
  /// Connections are tried while nobody calls it, to tell operators; all addresses get calls.
  case watched
  /// No check is made.
  case unchecked
  /// An address that fails its checks gets no calls.
  case checked(Check)

  /// One check, and how often it is made.
  package struct Check: Sendable, Hashable {
    package static let shortestInterval = Duration.milliseconds(100)
    package static let counts = 1...20

    /// Path that a healthy service answers with success; `nil`: a connection is opened.
    package var path: String?
    /// Time between two checks of an address.
    package var interval = Duration.seconds(2)
    /// Maximum duration of a check.
    package var timeout = Duration.seconds(1)
    /// Number of failed checks in a row after which an address gets no calls.
    package var failures = 3
    /// Number of good checks in a row after which it gets calls again.
    package var successes = 2

    package init(path: String? = nil) { self.path = path }
  }
}
