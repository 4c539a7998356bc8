// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
import Editions
import HTTPValues

// Where a list goes on is said by one parameter that holds the whole query, sealed: apps pass it back
// as it is, and nobody can make one up. It names no edition, so it is good for as long as the list can
// be asked what it says.

/// Writes and reads what `next` holds.
struct ListPages: Sendable {
  static let parameter = "next"
  private static let sealBytes = 10
  /// Characters of a token.
  private static let maximumCharacters = 16_384

  private let seal: SiteSeal

  init(_ seal: SiteSeal) { self.seal = seal }

  /// The token of a query of the document with this path.
  func token(of query: QueryParameters, path: String) -> String {
    let text = query.description
    var bytes = sealed(text, path)
    bytes += text.utf8
    return Base64URL.text(bytes.span)
  }

  /// What a token says; `nil` for one that is broken, of another document, or not ours.
  func query(of token: String, path: String) -> QueryParameters? {
    guard token.utf8.count <= ListPages.maximumCharacters,
      let bytes = Base64URL.bytes(token), bytes.count >= ListPages.sealBytes
    else { return nil }
    let text = String(decoding: bytes[ListPages.sealBytes...], as: UTF8.self)
    let isOurs = ConstantTime.areEqual(
      Array(bytes[..<ListPages.sealBytes]),
      sealed(text, path)
    )
    return isOurs ? QueryParameters(text.utf8Span.span) : nil
  }

  private func sealed(_ text: String, _ path: String) -> [UInt8] {
    // A name of its own, so that a token of another kind is never taken for one of these.
    let sealed = seal.seal(of: Array("list\0\(path)\0\(text)".utf8).span)
    return sealed.indices.map { sealed[$0] }
  }
}
