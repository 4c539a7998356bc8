// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A key that encrypts session tickets during one epoch.
@safe
final class TicketKey: @unchecked Sendable {
  // `@unchecked` is sound because the key is written in the initialiser only, and freed with the
  // last reference.
  private let key: UnsafeMutablePointer<copenssl_ticket_key>
  /// The number of the epoch.
  let epoch: Int64

  /// Generates a random key or, with a secret, derives the one that all holders of the secret
  /// share.
  init(epoch: Int64, secret: [UInt8]?) throws(TLSError) {
    guard let key = unsafe copenssl_new_ticket_key() else {
      throw TLSError(.failed, "session tickets", "no memory for a key")
    }
    ERR_clear_error()
    // Safe: the memory has the size of a key, and the secret is read during the call only.
    let isMade =
      if let secret {
        unsafe copenssl_derive_ticket_key(key, secret, secret.count, TicketKey.label, epoch) == 1
      } else {
        unsafe copenssl_random_ticket_key(key) == 1
      }
    guard isMade else {
      unsafe copenssl_free_ticket_key(key)
      throw TLSError(.failed, "session tickets", "no key", because: LibraryError.take())
    }
    unsafe self.key = key
    self.epoch = epoch
  }

  deinit { unsafe copenssl_free_ticket_key(key) }

  private static let label = "portico session tickets 1"

  /// Returns whether `name`, of 16 bytes, is this key's.
  func isNamed(_ name: UnsafePointer<UInt8>) -> Bool {
    unsafe copenssl_ticket_key_is_named(key, name) != 0
  }

  /// Writes the name of 16 bytes.
  func writeName(to name: UnsafeMutablePointer<UInt8>) {
    unsafe copenssl_write_ticket_name(key, name)
  }

  /// Initialises the cipher and HMAC for one ticket.
  func ready(
    iv: UnsafeMutablePointer<UInt8>,
    cipher: OpaquePointer,
    mac: OpaquePointer,
    sealing: Bool
  ) -> Bool {
    unsafe copenssl_use_ticket_key(key, iv, cipher, mac, sealing ? 1 : 0) == 1
  }
}
