// SPDX-License-Identifier: Apache-2.0

/// Facts of the client's TLS connection, which the proxy terminated (PP2_TYPE_SSL).
package struct ProxySecurity: Sendable, Equatable {
  /// Whether the client connected over TLS at all.
  package var isEncrypted = false
  /// Whether the client showed a certificate on this connection.
  package var hasCertificate = false
  /// Whether it showed one in the session that this connection resumed.
  package var hasSessionCertificate = false
  /// Whether the proxy checked the certificate and found it good. It is also true when there was
  /// none to check: alone, it says nothing of the client.
  package var isVerified = false
  /// The version of TLS, such as `TLSv1.3`.
  package var version: String?
  package var cipher: String?
  /// The common name in the client's certificate.
  package var commonName: String?
  package var signatureAlgorithm: String?
  package var keyAlgorithm: String?

  package init() {}

  /// The bits of the client field.
  enum Bit {
    static let encrypted: UInt8 = 0x01
    static let certificate: UInt8 = 0x02
    static let sessionCertificate: UInt8 = 0x04
  }

  /// The types of the texts inside.
  static let textKinds: ClosedRange<UInt8> = 0x21...0x25

  /// The text of a type; `nil` for every other type.
  subscript(text kind: UInt8) -> String? {
    get {
      switch kind {
      case 0x21: version
      case 0x22: commonName
      case 0x23: cipher
      case 0x24: signatureAlgorithm
      case 0x25: keyAlgorithm
      default: nil
      }
    }
    set {
      switch kind {
      case 0x21: version = newValue
      case 0x22: commonName = newValue
      case 0x23: cipher = newValue
      case 0x24: signatureAlgorithm = newValue
      case 0x25: keyAlgorithm = newValue
      default: break
      }
    }
  }
}
