// SPDX-License-Identifier: Apache-2.0

/// Payload of an entry: an answer ready to send, or a fragment ready to compose.
///
/// Loops share it, so it never changes. The cache does not look into it.
package protocol CachePayload: AnyObject, Sendable {
  /// Bytes of memory that are freed with the payload, the same at any time.
  var byteCount: Int { get }
}

/// The kind of an entry, by which entries are bounded and counted.
package enum EntryKind: UInt8, Sendable, CaseIterable {
  /// A composed answer.
  case answer
  /// The answer of one call.
  case fragment
  /// The fact that there is nothing, or that a fetch failed.
  case negative
  /// The fact that answers to this key are private, so that each caller fetches for itself.
  case pass
  /// The answer of a document that needs no service.
  case document

  /// Whether the number of entries of the kind is limited too, so that requests for missing documents
  /// cannot evict existing ones.
  var isMark: Bool { self == .negative || self == .pass }

  /// Whether entries of the kind are kept for the next start: making the others anew costs less.
  var outlivesProcess: Bool { self == .answer || self == .fragment }
}
