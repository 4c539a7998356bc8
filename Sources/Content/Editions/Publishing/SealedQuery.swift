// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentResolution
import Digests
package import HTTPValues

// A value that an app passes back unchanged is one parameter of a URL: names and values, sealed, so
// that nobody can make one up. It names no edition and no instant. So it is valid as long as the
// document accepts such a query, and the same names and values give the same text at any time.

/// Writes and reads names and values as one sealed text, each for one path.
package struct SealedQuery: Sendable {
  /// The purpose of a sealed text; one for another purpose is refused.
  package enum Purpose: String, Sendable {
    case list
    case flow
  }

  private static let sealBytes = 10

  private let seal: any TokenSeal
  private let purpose: Purpose
  private let maximumCharacters: Int

  package init(_ seal: any TokenSeal, for purpose: Purpose, maximumCharacters: Int) {
    self.seal = seal
    self.purpose = purpose
    self.maximumCharacters = maximumCharacters
  }

  /// The text of a query.
  package func token(of query: QueryParameters, path: String) -> String {
    let text = query.description
    var bytes = sealed(text, path)
    bytes += text.utf8
    return Base64URL.text(bytes.span)
  }

  /// The query of a sealed text; `nil` for one that is broken, too long, for another path, or not
  /// ours.
  package func query(of token: String, path: String) -> QueryParameters? {
    guard token.utf8.count <= maximumCharacters, let bytes = Base64URL.bytes(token),
      bytes.count >= SealedQuery.sealBytes
    else { return nil }
    let text = String(decoding: bytes[SealedQuery.sealBytes...], as: UTF8.self)
    let isOurs = ConstantTime.areEqual(
      Array(bytes[..<SealedQuery.sealBytes]),
      sealed(text, path)
    )
    return isOurs ? QueryParameters(text.utf8Span.span) : nil
  }

  private func sealed(_ text: String, _ path: String) -> [UInt8] {
    let sealed = seal.seal(of: Array("\(purpose.rawValue)\0\(path)\0\(text)".utf8).span)
    return sealed.indices.map { sealed[$0] }
  }
}
