// SPDX-License-Identifier: Apache-2.0

import Digests

/// A hashed password.
struct Password: Sendable {
  let salt: [UInt8]
  let key: [UInt8]

  /// The allowed lengths in bytes.
  static let lengths = 10...200

  private static let keyLength = 32

  init(salt: [UInt8], key: [UInt8]) {
    self.salt = salt
    self.key = key
  }

  /// Hashes a password with a new salt.
  init(_ text: String) throws {
    let salt = ShopSecret.random(16)
    self.init(salt: salt, key: try Password.key(text, salt))
  }

  func matches(_ text: String) throws -> Bool {
    ConstantTime.areEqual(try Password.key(text, salt), key)
  }

  /// Takes as long as `matches`, so that the time does not tell which accounts exist.
  static func simulateMatch(_ text: String) throws {
    _ = try key(text, Array("nobody's salt...".utf8))
  }

  private static func key(_ text: String, _ salt: [UInt8]) throws -> [UInt8] {
    let key = Scrypt.usual.key(password: Array(text.utf8), salt: salt, count: keyLength)
    guard let key else { throw NoKey() }
    return key
  }

  private struct NoKey: Error {}
}
