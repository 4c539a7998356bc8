// SPDX-License-Identifier: Apache-2.0

import Files

/// What the shop's services share to know each other's tokens: 32 bytes in a file for their owner's
/// eyes only.
enum ShopSecret {
  private static let count = 32

  /// The secret of a folder, made when there is none.
  static func read(in folder: String) throws -> [UInt8] {
    let path = "\(folder)/secret"
    if !Files.exists(path) { try Files.write(random(count), to: path, isSecret: true) }
    let secret = try Files.read(path, limit: 1_024)
    guard secret.count == count else {
      throw BrokenSecret(path: path, count: secret.count)
    }
    return secret
  }

  /// Bytes that nobody can guess.
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
