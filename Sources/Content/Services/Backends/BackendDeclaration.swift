// SPDX-License-Identifier: Apache-2.0

/// A service as a site declares it.
package struct BackendDeclaration: Sendable, Hashable {
  package var name: String
  package var addresses: [Address] = []
  /// Maximum duration of a call.
  package var timeout: Duration = .seconds(1)
  /// Maximum size of an answer, both as received and unpacked.
  package var maximumBytes = 4 * 1_024 * 1_024
  /// The checks of its addresses.
  package var health = HealthDeclaration.watched
  /// Maximum number of times that a failed call is repeated, where that is safe.
  package var retries = 2
  /// Percentage of calls that may be hedged: sent a second time while the first is late.
  package var hedge = 0
  /// The most calls under way at once, for each event loop.
  package var concurrency = 1_000
  /// The credentials of visitors that the service receives.
  package var credentials = CredentialSelection.none

  /// Trust in the service and our certificate for it; `nil`: the machine's trust and no certificate.
  package var security: Security?
  /// The version of HTTP that it is spoken to in.
  package var speech = Speech.auto

  /// Additions to all its requests.
  package var sent = SentValues()
  /// The access token that its requests carry; `nil` for none.
  package var token: TokenDeclaration?

  /// A second service that some of the calls of plans are sent to as well.
  package var mirror: MirrorDeclaration?
  /// True for the site's own records, which calls reach in this process.
  package var isLocal = false

  package init(name: String) { self.name = name }

  /// Whether it may see anything of what visitors prove themselves with, so that its answers are theirs.
  package var seesCredentials: Bool { credentials != .none }
}

extension BackendDeclaration {
  /// The version of HTTP that a service is spoken to in.
  package enum Speech: String, Sendable, CaseIterable {
    /// The version that TLS agrees on; without TLS HTTP/1.1, and HTTP/2 for many calls at once if the
    /// service speaks it.
    case auto
    /// HTTP/2, without TLS at once.
    case http2 = "h2"
    case http1 = "http/1.1"
  }

  /// Settings that prove the identity of a service to us, and ours to it. Files are named by their
  /// paths.
  package struct Security: Sendable, Hashable {
    /// The authorities that are trusted in place of the machine's.
    package var authorities: String?
    /// Our certificate with its chain.
    package var certificate: String?
    /// The key of our certificate.
    package var key: String?
    /// The name that the service has to prove, in place of its host.
    package var serverName: String?

    package init() {}
  }
}

/// A share of reads that a second service is asked as well, to compare what both say.
package struct MirrorDeclaration: Sendable, Hashable {
  /// In percent.
  package static let shares = 0.0...100.0

  /// The name of the second service.
  package let backend: String
  /// The share of reads, in ten-thousandths.
  package let share: Int

  /// - Parameter percent: Of all reads.
  package init(backend: String, percent: Double) {
    self.backend = backend
    let shares = MirrorDeclaration.shares
    share = Int((min(max(percent, shares.lowerBound), shares.upperBound) * 100).rounded())
  }
}
