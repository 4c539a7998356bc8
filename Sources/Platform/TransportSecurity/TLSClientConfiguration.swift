// SPDX-License-Identifier: Apache-2.0

/// The trust and identity of a client.
package struct TLSClientConfiguration: Sendable, Equatable {
  /// The authorities that may sign a server's certificate.
  package enum Trust: Sendable, Equatable {
    /// The system's authorities.
    case system
    /// Only these authorities.
    case authorities([PEMSource])
  }

  package var trust = Trust.system
  /// The client certificate, sent to a server that asks for it.
  package var identity: TLSIdentity?
  /// The protocols offered by ALPN, in order of preference.
  package var protocols = ["h2", "http/1.1"]
  package var minimumVersion = TLSVersion.tls12
  /// Lowered in tests and comparisons only.
  package var maximumVersion = TLSVersion.tls13
  /// The most servers for which sessions are kept; 0 disables resumption.
  package var sessionLimit = 256

  package init() {}
}
