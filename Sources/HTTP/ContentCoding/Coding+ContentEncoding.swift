// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

extension Coding {
  /// The codings that bodies may be in, as a value of `Accept-Encoding`.
  package static let understood = "gzip, zstd, br, deflate"

  /// The codings of a `Content-Encoding` value, in the order in which they were applied.
  ///
  /// `identity` and empty elements of the list say nothing and are left out (RFC 9110 sections 8.4
  /// and 5.6.1). More codings than `limit` are refused, and so is one that nobody here can undo.
  package static func list(
    _ value: Span<UInt8>,
    atMost limit: Int = DecodingLimits().codings
  ) throws(CodingFault) -> [Coding] {
    var codings: [Coding] = []
    var start = 0
    while start <= value.count {
      let end = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
      let name = value.extracting(start..<end).trimmed
      start = end + 1
      guard !name.isEmpty else { continue }
      guard name.isToken, let coding = Coding(name) else {
        throw CodingFault(
          .unsupported,
          "Content-Encoding: gzip, deflate, br or zstd expected, not \(name.excerpt)"
        )
      }
      guard coding != .identity else { continue }
      guard codings.count < limit else {
        throw CodingFault(.tooManyCodings, "Content-Encoding: more than \(limit) codings")
      }
      codings.append(coding)
    }
    return codings
  }
}

extension Span<UInt8> {
  /// At most 40 bytes as text, for a message.
  fileprivate var excerpt: String { "\"\(extracting(first: 40).text)\"" }
}
