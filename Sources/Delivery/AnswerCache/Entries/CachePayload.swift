// SPDX-License-Identifier: Apache-2.0

/// What an entry holds: an answer ready to send, or a fragment ready to compose.
///
/// Loops share it, so it never changes. The cache does not look into it.
package protocol CachePayload: AnyObject, Sendable {
  /// The memory that goes when the payload goes.
  var byteCount: Int { get }
}

/// The kind of an entry, by which entries are bounded and counted.
package enum EntryKind: UInt8, Sendable, CaseIterable {
  /// A composed answer.
  case answer
  /// The answer of one call.
  case fragment
  /// The knowledge that there is nothing, or that a fetch failed.
  case negative
  /// The knowledge that answers to this key are private: who asks fetches for itself.
  case pass
  /// The answer of a document that follows from what is published alone.
  case document

  /// Whether the number of entries of the kind is limited too, so that requests for missing documents
  /// cannot evict existing ones.
  var isMark: Bool { self == .negative || self == .pass }

  /// Whether entries of the kind are worth more than their making anew after a restart.
  var outlivesProcess: Bool { self == .answer || self == .fragment }
}
