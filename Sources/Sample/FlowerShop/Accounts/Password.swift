// SPDX-License-Identifier: Apache-2.0

import Digests

/// A password as it is kept.
struct Password: Sendable {
  let salt: [UInt8]
  let key: [UInt8]

  /// How many bytes a password may have.
  static let lengths = 10...200

  private static let keyLength = 32

  init(salt: [UInt8], key: [UInt8]) {
    self.salt = salt
    self.key = key
  }

  /// A new one, with a salt of its own.
  init(_ text: String) throws {
    let salt = ShopSecret.random(16)
    self.init(salt: salt, key: try Password.key(text, salt))
  }

  func matches(_ text: String) throws -> Bool {
    ConstantTime.areEqual(try Password.key(text, salt), key)
  }

  /// Takes as long as `matches` where there is nothing to compare with, so that nobody learns which
  /// accounts there are.
  static func pretend(_ text: String) throws { _ = try key(text, Array("nobody's salt...".utf8)) }

  private static func key(_ text: String, _ salt: [UInt8]) throws -> [UInt8] {
    let key = Scrypt.usual.key(password: Array(text.utf8), salt: salt, count: keyLength)
    guard let key else { throw NoKey() }
    return key
  }

  private struct NoKey: Error {}
}
