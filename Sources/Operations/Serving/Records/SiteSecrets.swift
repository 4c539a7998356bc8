// SPDX-License-Identifier: Apache-2.0

import Commands
import Digests
import Files
import ResourceModel
import ResourceService
import ResourceStore
package import Sites

/// The keys of a site's second factors and the secrets that they encrypt, while the site may be served.
package struct SiteSecrets {
  private let settings: ResourceSettings?
  private let state: String
  private var keys: SecretKeys

  private var path: String { "\(state)/\(SecretKeys.name)" }

  /// - Parameters:
  ///   - settings: the declaration of the records.
  ///   - state: the state folder of the site.
  package init(_ settings: ResourceSettings?, in state: String) throws {
    let path = "\(state)/\(SecretKeys.name)"
    guard Files.exists(path) else {
      throw StoreError(
        .notFound,
        "there is no \(path); expected the state folder of a site with users"
      )
    }
    (self.settings, self.state) = (settings, state)
    keys = try SecretKeys(at: path)
  }

  /// Adds a key, with which nothing is encrypted yet, and removes those that no secret needs.
  package mutating func add() throws {
    // Then all secrets are encrypted by the first key.
    try rewrite()
    keys.keys = Array(keys.keys.prefix(1)) + [SealingKey()]
    try keys.write(to: path)
  }

  /// Encrypts all secrets by the key that was added last.
  package mutating func rotate() throws {
    guard let newest = keys.keys.last, keys.keys.count > 1 else {
      throw StoreError(.notFound, "\(path) has one key; expected `portico secrets add` before")
    }
    keys.keys = [newest] + keys.keys.dropLast()
    try keys.write(to: path)
    try rewrite()
  }

  private func rewrite() throws {
    try forEach { user, stored throws(StoreError) in try keys.renewed(stored, of: user) }
  }

  /// Calls `body` with each user's stored secret, which gets the form that is returned, if any.
  private func forEach(_ body: (ResourceID, [UInt8]) throws(StoreError) -> [UInt8]?) throws {
    if let address = settings?.store {
      let password = try settings?.storePassword.map(RecordStores.password(in:))
      try ResourceStore(at: address, password: password).accounts.rewriteSecrets(body)
    } else {
      try ResourceStore.rewriteSecrets(ofFileAt: "\(state)/\(SiteResources.fileName)", body)
    }
  }

  /// Returns a line for each key, with its name and the number of secrets that it has encrypted.
  package func lines() throws -> [String] {
    var counts: [[UInt8]?: Int] = [:]
    try forEach { _, stored throws(StoreError) in
      counts[SecretKeys.keyID(of: stored), default: 0] += 1
      return nil
    }
    let known = keys.keys.enumerated().map { number, key in
      let id = SecretKeys.id(of: key)
      let count = Counted.text(counts.removeValue(forKey: id) ?? 0, "secret")
      return "\(Hexadecimal.text(id)): \(count)\(number == 0 ? ", and those to come" : "")"
    }
    return known
      + counts.map { id, count in
        let name = id.map { "the unknown key \(Hexadecimal.text($0))" } ?? "no key"
        return "\(name): \(Counted.text(count, "secret"))"
      }
  }
}
