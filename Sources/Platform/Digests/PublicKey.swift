// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A public key that checks signatures over SHA-256: RSA with PKCS #1 v1.5 padding, or ECDSA on the curve
/// P-256. These are RS256 and ES256 of RFC 7518.
package struct PublicKey: Sendable, Equatable {
  package enum Kind: Sendable {
    case rsa
    case p256
  }

  package let kind: Kind
  /// The key as SubjectPublicKeyInfo (RFC 5280) in DER.
  private let encoded: [UInt8]

  /// The sizes of RSA's modulus in bytes: 2,048 bits at least, 8,192 at most.
  private static let modulusBytes = 256...1_024
  private static let mostExponentBytes = 8
  private static let coordinateBytes = 32

  /// The key of RSA with a modulus and an exponent, both big-endian; `nil` if they are too short or too
  /// long.
  package init?(modulus: [UInt8], exponent: [UInt8]) {
    let modulus = Array(modulus.drop { $0 == 0 })
    guard PublicKey.modulusBytes.contains(modulus.count),
      (1...PublicKey.mostExponentBytes).contains(exponent.count)
    else { return nil }
    kind = .rsa
    let key = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
    encoded = DER.sequence(DER.sequence(DER.rsaEncryption + DER.null) + DER.bits(key))
  }

  /// The key with the coordinates of a point of P-256; `nil` if they have another length.
  package init?(x: [UInt8], y: [UInt8]) {
    guard [x, y].allSatisfy({ $0.count == PublicKey.coordinateBytes }) else { return nil }
    kind = .p256
    // 4 stands before a point that is written with both coordinates.
    encoded = DER.sequence(DER.sequence(DER.ecPublicKey + DER.prime256v1) + DER.bits([4] + x + y))
  }

  /// Whether a signature, as JSON Web Signatures have it, was made over a message with the key.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    var signature = signature
    if kind == .p256 {
      guard signature.count == 2 * PublicKey.coordinateBytes else { return false }
      let (r, s) = (signature.prefix(signature.count / 2), signature.suffix(signature.count / 2))
      signature = DER.sequence(DER.integer(Array(r)) + DER.integer(Array(s)))
    }
    // Safe: OpenSSL reads the bytes within the call and keeps no pointer to any.
    return unsafe encoded.withUnsafeBufferPointer { key in
      unsafe signature.withUnsafeBufferPointer { signature in
        unsafe message.withUnsafeBufferPointer { message in
          unsafe copenssl_verify_sha256(
            key.baseAddress,
            key.count,
            signature.baseAddress,
            signature.count,
            message.baseAddress,
            message.count
          ) == 1
        }
      }
    }
  }
}

/// The few forms of DER (X.690) that keys and signatures need.
private enum DER {
  static let null: [UInt8] = [5, 0]
  static let rsaEncryption: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]
  static let ecPublicKey: [UInt8] = [6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
  static let prime256v1: [UInt8] = [6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]

  static func sequence(_ content: [UInt8]) -> [UInt8] { tagged(0x30, content) }

  static func bits(_ content: [UInt8]) -> [UInt8] { tagged(3, [0] + content) }

  /// A number that is not negative, from its big-endian bytes.
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    let needsZero = digits.first.map { $0 >= 0x80 } ?? true
    return tagged(2, (needsZero ? [0] : []) + digits)
  }

  private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 0x80
      ? [UInt8(count)]
      : count < 0x100
        ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
    return [tag] + length + content
  }
}
