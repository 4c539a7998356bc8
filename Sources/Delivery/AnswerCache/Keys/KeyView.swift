// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// A key that still lies in a buffer, so that a lookup copies nothing.
package struct KeyView: ~Escapable {
  package let bytes: Span<UInt8>
  package let hash: UInt64

  /// Hashes the bytes; the seed is the store's.
  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>, seed: HashSeed) {
    self.bytes = bytes
    hash = seed.hash(bytes)
  }

  @_lifetime(copy bytes)
  init(bytes: Span<UInt8>, hash: UInt64) {
    self.bytes = bytes
    self.hash = hash
  }
}
