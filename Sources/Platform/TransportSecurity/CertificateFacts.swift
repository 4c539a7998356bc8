// SPDX-License-Identifier: Apache-2.0

/// What a certificate says.
package struct CertificateFacts: Sendable, Equatable {
  package enum KeyKind: String, Sendable {
    case ecdsa, rsa, edwards, other
  }

  /// The holder's distinguished name as RFC 2253 writes it, `CN=shop,O=Flowers`.
  package let subject: String
  package let issuer: String
  /// DNS names it is for, lower case, wildcards included.
  package let hostNames: [String]
  /// IP addresses it is for.
  package let addresses: [String]
  /// URIs it is for, such as SPIFFE identities.
  package let identifiers: [String]
  package let mailboxes: [String]
  /// Seconds since 1970.
  package let validFrom: Int64
  package let validUntil: Int64
  package let keyKind: KeyKind
  /// The SHA-256 of the certificate in lower-case hexadecimal.
  package let fingerprint: String

  package func isValid(at now: Int64) -> Bool { validFrom <= now && now <= validUntil }
}
