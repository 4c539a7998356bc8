// SPDX-License-Identifier: Apache-2.0

// Codes of authenticator apps: HOTP (RFC 4226) over the number of the present half minute (RFC 6238), with
// SHA-1 and six digits, which is all that every app understands. The code of the half minute before or behind is
// accepted too, for clocks that differ; the store accepts none of the same half minute or an earlier one twice.

import Digests
package import ResourceModel

/// The codes of a secret that an authenticator app has.
package struct TimeBasedCode: Sendable {
  private static let secondsOfStep: Int64 = 30
  private static let digits = 6
  /// The steps by which an app's clock may differ.
  private static let tolerance: Int64 = 1
  /// The length of a secret in bytes, which is that of SHA-1.
  static let secretBytes = 20

  private let secret: [UInt8]

  package init(_ secret: [UInt8]) { self.secret = secret }

  /// The number of the half minute of an instant.
  private static func step(at now: Timestamp) -> Int64 { now.seconds / secondsOfStep }

  /// The code of an instant.
  package func code(at now: Timestamp) -> String { code(ofStep: Self.step(at: now)) }

  private func code(ofStep step: Int64) -> String {
    let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
    let digest = SHA1.authentication(of: counter, key: secret)
    let offset = Int(digest[SHA1.byteCount - 1] & 0xF)
    let word = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let number = String((word & 0x7FFF_FFFF) % 1_000_000)
    return String(repeating: "0", count: Self.digits - number.utf8.count) + number
  }

  /// The half minute whose code a text is, among those around an instant; `nil` for none.
  func step(of text: String, at now: Timestamp) -> Int64? {
    let present = Self.step(at: now)
    var found: Int64?
    // All are compared, so that the time tells nothing.
    for step in (present - Self.tolerance)...(present + Self.tolerance)
    where ConstantTime.areEqual(Array(code(ofStep: step).utf8), Array(text.utf8)) {
      found = step
    }
    return found
  }

  static func isCode(_ text: String) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The secret as people type it into an app.
  var secretText: String { Base32.text(secret) }

  /// The address that an app reads from a QR code.
  func address(of account: String, at issuer: String) -> String {
    let label = "\(FormBody.encoded(issuer)):\(FormBody.encoded(account))"
    return "otpauth://totp/\(label)?secret=\(secretText)&issuer=\(FormBody.encoded(issuer))"
  }
}

/// Base32 without padding (RFC 4648 section 6).
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 5 {
        count -= 5
        letters.append(alphabet[Int(bits >> UInt32(count)) & 31])
      }
    }
    if count > 0 { letters.append(alphabet[Int(bits << UInt32(5 - count)) & 31]) }
    return String(decoding: letters, as: UTF8.self)
  }
}
