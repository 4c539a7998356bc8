// SPDX-License-Identifier: Apache-2.0

/// A service as a site declares it.
package struct BackendDeclaration: Sendable, Hashable {
  /// One place where the service answers.
  package struct Address: Sendable, Hashable {
    package let isSecure: Bool
    package let host: String
    package let port: Int
    /// Its share of the calls beside the weights of the other addresses; 0 gets none.
    package var weight = Address.usualWeight

    package static let usualWeight = 100
    package static let weights = 0...10_000

    package init(isSecure: Bool, host: String, port: Int) {
      self.isSecure = isSecure
      self.host = host
      self.port = port
    }
  }

  package var name: String
  package var addresses: [Address] = []
  /// How long a call may take.
  package var timeout: Duration = .seconds(1)
  /// How large an answer may be, as it comes and unpacked.
  package var maximumBytes = 4 * 1_024 * 1_024
  /// A path that a healthy service answers with success; `nil`: nobody asks.
  package var health: String?
  /// How often a call that failed is made again at most, where that is safe.
  package var retries = 2
  /// Percentage of calls that may be hedged: sent a second time while the first is late.
  package var hedge = 0
  /// The most calls under way at once, for each event loop.
  package var concurrency = 1_000
  /// The credentials of visitors that the service receives.
  package var credentials = CredentialSelection.none

  /// How the service proves who it is, and we to it; `nil`: as the machine trusts.
  package var security: Security?
  /// The version of HTTP that it is spoken to in.
  package var speech = Speech.auto

  /// A second service that some of the calls of plans are sent to as well.
  package var mirror: MirrorDeclaration?

  package init(name: String) { self.name = name }

  /// Whether it may see anything of what visitors prove themselves with, so that its answers are theirs.
  package var seesCredentials: Bool { credentials != .none }
}
