// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import ContentModel
import JSONValues
import Plans

/// Restores the gateway's cached payloads from one snapshot.
package final class GatewaySnapshot {
  private var kinds = SharedAnswer.Kinds()

  package init() {}

  /// Returns `nil` for bytes that cannot be read; the answer is fetched again.
  package func payload(_ kind: EntryKind, _ bytes: [UInt8]) -> (any CachePayload)? {
    switch kind {
    case .answer: SharedAnswer(written: bytes, sharing: &kinds)
    case .fragment: StoredFragment(written: bytes)
    case .negative, .pass, .document: nil
    }
  }

  /// Returns an answer of a service as if it had come now, to live as long as it did; `nil` for anything else.
  package static func renewedFragment(
    _ kind: EntryKind,
    _ bytes: [UInt8],
    at now: UnixTime
  ) -> (any CachePayload)? {
    guard kind == .fragment, let fragment = StoredFragment(written: bytes) else { return nil }
    return fragment.renewed(fragment.freshness.beginning(at: now))
  }
}

extension StoredFragment: SnapshotPayload {
  package func write(to bytes: inout [UInt8]) {
    bytes.append(counted: text)
    bytes.append(integer: freshness.since.seconds)
    bytes.append(integer: freshness.expire.seconds)
    bytes.append(texts: tags)
  }

  /// `nil` for bytes that are not exactly one fragment.
  convenience init?(written bytes: [UInt8]) {
    var reader = SnapshotScanner(bytes[...])
    guard let json = reader.bytes(), let since = reader.integer(Int64.self),
      let expire = reader.integer(Int64.self), let tags = reader.texts(), reader.isAtEnd,
      let document = try? JSONDocument(json)
    else { return nil }
    let freshness = Freshness(
      since: UnixTime(seconds: since),
      expire: UnixTime(seconds: expire)
    )
    self.init(Fragment(document, freshness, tags: tags))
  }
}

extension [UInt8] {
  mutating func append(texts: [String]) {
    append(integer: UInt32(clamping: texts.count))
    for text in texts { append(counted: Array(text.utf8)) }
  }
}

extension SnapshotScanner {
  mutating func text() -> String? {
    bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func texts() -> [String]? {
    guard let count = integer(UInt32.self) else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }
}
