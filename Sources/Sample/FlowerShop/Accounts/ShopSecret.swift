// SPDX-License-Identifier: Apache-2.0

import Files

/// The secret that the services share to check tokens: 32 bytes in a file that only its owner may
/// read.
enum ShopSecret {
  private static let count = 32

  /// Reads the secret of a folder; creates it if it is missing.
  static func read(in folder: String) throws -> [UInt8] {
    let path = "\(folder)/secret"
    if !Files.exists(path) { try Files.write(random(count), to: path, isSecret: true) }
    let secret = try Files.read(path, limit: 1_024)
    guard secret.count == count else {
      throw BrokenSecret(path: path, count: secret.count)
    }
    return secret
  }

  /// Returns random bytes.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  private struct BrokenSecret: Error, CustomStringConvertible {
    let path: String
    let count: Int
    var description: String { "\(path) has \(count) bytes, expected \(ShopSecret.count)" }
  }
}
