// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Everything that an answer or a fragment depends on, as bytes, with their hash.
///
/// The bytes begin with the path; a zero byte ends it where more follows: parameters, audience,
/// view, format. Keys that are compared have been hashed with one seed, the store's.
package struct CacheKey: Sendable {
  /// Maximum length; longer keys, which only clients can cause, are not cached.
  package static let maximumBytes = 4_096

  let bytes: [UInt8]
  let hash: UInt64

  /// Copies a view.
  package init(_ view: KeyView) {
    bytes = view.bytes.array
    hash = view.hash
  }

  /// Makes a key of its bytes.
  package init(_ bytes: [UInt8], seed: HashSeed) {
    self.bytes = bytes
    hash = seed.hash(bytes.span)
  }

  /// The key as it is looked up.
  package var view: KeyView {
    @_lifetime(borrow self)
    borrowing get { KeyView(bytes: bytes.span, hash: hash) }
  }

  /// Whether this is the key that a view shows.
  func matches(_ view: KeyView) -> Bool { hash == view.hash && bytes.span.matches(view.bytes) }

  /// Whether the path begins with these bytes.
  func hasPath(prefix: [UInt8]) -> Bool {
    guard prefix.count <= bytes.count, !prefix.contains(0) else { return false }
    return bytes.span.extracting(first: prefix.count).matches(prefix.span)
  }

  /// The bytes in memory of their own.
  var copiedBytes: [UInt8] { bytes.span.array }

  /// The bytes before the first zero.
  package var path: [UInt8] { Array(bytes.prefix { $0 != 0 }) }

  /// The bytes between zeros: the path, and all else that the entry depends on.
  package var parts: [[UInt8]] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
  }
}

extension CacheKey: Hashable {
  package static func == (one: CacheKey, other: CacheKey) -> Bool {
    one.hash == other.hash && one.bytes.span.matches(other.bytes.span)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
