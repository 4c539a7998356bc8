// SPDX-License-Identifier: Apache-2.0

/// The fields of a certificate.
package struct CertificateFacts: Sendable, Equatable {
  package enum KeyKind: String, Sendable {
    case ecdsa, rsa, edwards, other
  }

  /// The subject's distinguished name in the form of RFC 2253, `CN=shop,O=Flowers`.
  package let subject: String
  package let issuer: String
  /// The DNS names, in lower case, wildcards included.
  package let hostNames: [String]
  /// The IP addresses.
  package let addresses: [String]
  /// The URIs, such as SPIFFE identities.
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
