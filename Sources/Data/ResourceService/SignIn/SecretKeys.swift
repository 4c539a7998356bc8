// SPDX-License-Identifier: Apache-2.0

package import Digests
package import Files
package import ResourceModel
package import ResourceStore

/// The keys that encrypt the secrets of second factors, in a file beside the database, as hexadecimal digits on
/// a line each. The first one encrypts; the others read what was encrypted before.
package struct SecretKeys: Sendable, Equatable {
  package var keys: [SealingKey]

  /// The name of the file in the state folder.
  package static let name = "secrets.key"
  private static let mostBytes = 65_536
  private static let mark: [UInt8] = [1]
  private static let idBytes = 8

  package init(_ keys: [SealingKey]) { self.keys = keys }

  /// Reads a file of keys, which is made with a new one if it is not there.
  package init(at path: String) throws {
    if !Files.exists(path) { try SecretKeys([SealingKey()]).write(to: path) }
    let text = String(decoding: try Files.read(path, limit: SecretKeys.mostBytes), as: UTF8.self)
    keys = try text.split(whereSeparator: \.isWhitespace).map { line in
      guard let key = Hexadecimal.bytes(String(line)).flatMap({ SealingKey($0) }) else {
        throw StoreError(
          .damaged,
          "\(path) is damaged; expected 64 hexadecimal digits on each line"
        )
      }
      return key
    }
    guard !keys.isEmpty else { throw StoreError(.damaged, "\(path) is empty; expected a key") }
  }

  package func write(to path: String) throws(FileError) {
    let lines = keys.map { Hexadecimal.text($0.bytes) + "\n" }.joined()
    try Files.write(Array(lines.utf8), to: path)
  }

  /// The name of a key, which tells nothing about it.
  package static func id(of key: SealingKey) -> [UInt8] {
    Array(SHA256.digest(of: key.bytes.span).prefix(idBytes))
  }

  /// The name of the key that has encrypted a stored secret; `nil` for a secret of a version that encrypted none.
  package static func keyID(of stored: [UInt8]) -> [UInt8]? {
    guard stored.count == mark.count + idBytes + TimeBasedCode.secretBytes + SealingKey.overhead,
      stored.starts(with: mark)
    else { return nil }
    return Array(stored.dropFirst(mark.count).prefix(idBytes))
  }

  /// Encrypts a secret as it is stored for a user.
  func sealed(_ secret: [UInt8], of user: ResourceID) -> [UInt8] {
    guard let key = keys.first else { return secret }
    return SecretKeys.mark + SecretKeys.id(of: key) + key.seal(secret, named: Array(user.text.utf8))
  }

  /// Decrypts a stored secret of a user.
  func opened(_ stored: [UInt8], of user: ResourceID) throws(StoreError) -> [UInt8] {
    guard let id = SecretKeys.keyID(of: stored) else { return stored }
    let sealed = Array(stored.dropFirst(SecretKeys.mark.count + SecretKeys.idBytes))
    guard let key = keys.first(where: { SecretKeys.id(of: $0) == id }),
      let secret = key.open(sealed, named: Array(user.text.utf8))
    else {
      throw StoreError(
        .damaged,
        "\(SecretKeys.name) lacks the key \(Hexadecimal.text(id)) of a second factor's "
          + "secret; expected the file of the gateway that has stored it"
      )
    }
    return secret
  }

  /// Returns a stored secret of a user as the first key encrypts it; `nil` if it is so already.
  package func renewed(_ stored: [UInt8], of user: ResourceID) throws(StoreError) -> [UInt8]? {
    guard let first = keys.first, SecretKeys.keyID(of: stored) != SecretKeys.id(of: first) else {
      return nil
    }
    return sealed(try opened(stored, of: user), of: user)
  }

  /// Encrypts the secrets that an earlier version has stored as they are; throws if others cannot be read.
  package func seal(secretsOf store: ResourceStore) throws {
    try store.accounts.rewriteSecrets { user, stored in
      if SecretKeys.keyID(of: stored) == nil { return sealed(stored, of: user) }
      _ = try opened(stored, of: user)
      return nil
    }
  }
}
