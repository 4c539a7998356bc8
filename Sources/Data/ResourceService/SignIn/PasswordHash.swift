// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests

/// The hash of a password with its salt and parameters: `scrypt$16384$8$1$salt$key`.
struct PasswordHash {
  let text: String
  private let scrypt: Scrypt
  private let salt: [UInt8]
  private let key: [UInt8]

  /// The allowed lengths of passwords in bytes.
  static let lengths = 8...200

  /// Hashes a password with a new salt.
  init(_ password: String, _ scrypt: Scrypt) throws {
    try self.init(password, scrypt, .random(count: 16))
  }

  private init(_ password: String, _ scrypt: Scrypt, _ salt: [UInt8]) throws {
    guard let key = scrypt.key(password: Array(password.utf8), salt: salt, count: 32) else {
      throw PlainError("no key can be derived from the password")
    }
    self.scrypt = scrypt
    self.salt = salt
    self.key = key
    text =
      "scrypt$\(scrypt.cost)$\(scrypt.blockSize)$\(scrypt.parallelism)$"
      + "\(Hexadecimal.text(salt))$\(Hexadecimal.text(key))"
  }

  /// Reads a hash; `nil` for a text that is none.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "scrypt", let cost = UInt64(parts[1]),
      let blockSize = UInt64(parts[2]), let parallelism = UInt64(parts[3]),
      let salt = Hexadecimal.bytes(parts[4]), let key = Hexadecimal.bytes(parts[5]), !key.isEmpty
    else { return nil }
    self.text = text
    scrypt = Scrypt(cost: cost, blockSize: blockSize, parallelism: parallelism)
    self.salt = salt
    self.key = key
  }

  func matches(_ password: String) throws -> Bool {
    let other = try PasswordHash(password, scrypt, salt)
    return ConstantTime.areEqual(other.key, key)
  }

  func isMade(with other: Scrypt) -> Bool { scrypt == other }

  /// Whether a password matches a hash. It takes as long without a hash, so that the time does not
  /// reveal which accounts exist.
  static func matches(_ password: String, _ hash: String?, _ scrypt: Scrypt) throws -> Bool {
    guard let hash = hash.flatMap(PasswordHash.init) else {
      _ = try PasswordHash(password, scrypt, Array("nobody's own salt".utf8))
      return false
    }
    return try hash.matches(password)
  }
}

/// A secret that is given to a client once: a token of a session, a code, an app's key.
struct IssuedSecret {
  let text: String
  let digest: [UInt8]

  enum Kind: String {
    case session = "ps_"
    case code = "pc_"
    case app = "pk_"
  }

  /// Makes one of 256 random bits.
  init(_ kind: Kind) {
    text = kind.rawValue + Base64URL.text([UInt8].random(count: 32).span)
    digest = IssuedSecret.digest(of: text)
  }

  static func digest(of text: String) -> [UInt8] { SHA256.digest(of: Array(text.utf8).span) }
}
