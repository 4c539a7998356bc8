// SPDX-License-Identifier: Apache-2.0

/// Whom a client trusts and how it presents itself.
package struct TLSClientConfiguration: Sendable, Equatable {
  /// Whose signature makes a server's certificate good.
  package enum Trust: Sendable, Equatable {
    /// The authorities that the machine trusts.
    case system
    /// These authorities alone.
    case authorities([PEMSource])
  }

  package var trust = Trust.system
  /// Shown to a server that asks for it.
  package var identity: TLSIdentity?
  /// What ALPN offers, the preferred first.
  package var protocols = ["h2", "http/1.1"]
  package var minimumVersion = TLSVersion.tls12
  /// Lower than the highest for tests and comparisons only.
  package var maximumVersion = TLSVersion.tls13
  /// For how many servers sessions are kept for resumption; 0 keeps none.
  package var sessionLimit = 256

  package init() {}
}
