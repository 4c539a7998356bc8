// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import JSONValues
import Plans

/// The answer of a call as it is kept.
///
/// A short one is kept without its index, which takes up to three times the memory of its text and is made
/// again in a few microseconds.
final class StoredFragment: CachePayload {
  /// The longest text that is read again each time.
  static let rereadBytes = 4_096
  /// Memory of a fragment beside its text and index.
  private static let ownBytes = 256

  private enum Content {
    case text([UInt8])
    case read(JSONDocument)
  }

  private let content: Content
  let freshness: Freshness
  let tags: [String]

  init(_ fragment: Fragment) {
    let document = fragment.document
    content =
      document.bytes.count <= StoredFragment.rereadBytes ? .text(document.bytes) : .read(document)
    freshness = fragment.freshness
    tags = fragment.tags
  }

  private init(_ content: Content, _ freshness: Freshness, _ tags: [String]) {
    self.content = content
    self.freshness = freshness
    self.tags = tags
  }

  /// The same answer with another freshness.
  func renewed(_ freshness: Freshness) -> StoredFragment {
    StoredFragment(content, freshness, tags)
  }

  var text: [UInt8] {
    switch content {
    case .text(let bytes): bytes
    case .read(let document): document.bytes
    }
  }

  /// The answer, ready to be picked from; `nil` for a text that cannot be read, which is not kept.
  var fragment: Fragment? {
    switch content {
    case .text(let bytes): (try? JSONDocument(bytes)).map { Fragment($0, freshness, tags: tags) }
    case .read(let document): Fragment(document, freshness, tags: tags)
    }
  }

  var byteCount: Int {
    switch content {
    case .text(let bytes): bytes.count + StoredFragment.ownBytes
    case .read(let document): StoredFragment.byteCount(of: document)
    }
  }

  /// Memory of a document that is kept: of a long one with its index, which is about twice as large.
  static func byteCount(of document: JSONDocument) -> Int {
    let count = document.bytes.count
    return (count <= rereadBytes ? count : count * 3) + ownBytes
  }
}

/// An answer that is not kept, but given to those who wait for it.
extension Fragment: CachePayload {
  package var byteCount: Int { StoredFragment.byteCount(of: document) }
}

extension CacheEntry {
  /// The answer of a call that the entry holds; `nil` for an entry of something else.
  var fragment: Fragment? {
    (payload as? StoredFragment)?.fragment ?? payload as? Fragment
  }
}
