// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import JSONValues
import Plans

extension Fragment: SnapshotPayload {
  package func write(to bytes: inout [UInt8]) {
    bytes.append(counted: Array(document.bytes))
    bytes.append(integer: freshness.since.seconds)
    bytes.append(integer: freshness.expire.seconds)
    bytes.append(texts: tags)
  }

  /// `nil` for bytes that are no fragment from their first to their last.
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
    self.init(document, freshness, tags: tags)
  }
}
