// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A list of application protocols as ALPN encodes it (RFC 7301): each name after its length.
struct ProtocolList {
  let bytes: [UInt8]

  init(_ names: [String]) throws(TLSError) {
    var bytes: [UInt8] = []
    for name in names {
      guard (1...255).contains(name.utf8.count) else {
        throw TLSError(
          .malformed,
          "protocols",
          "expected names of 1 to 255 bytes, found \(name.utf8.count) in \"\(name.prefix(40))\""
        )
      }
      bytes.append(UInt8(name.utf8.count))
      bytes += name.utf8
    }
    self.bytes = bytes
  }

  /// Returns the range, in the client's list, of the first protocol that this server prefers.
  func choose(from offered: Span<UInt8>) -> Range<Int>? {
    var mine = 0
    while let wanted = ProtocolList.name(at: mine, in: bytes.span) {
      var theirs = 0
      while let name = ProtocolList.name(at: theirs, in: offered) {
        if offered.extracting(name).matches(bytes.span.extracting(wanted)) { return name }
        theirs = name.upperBound
      }
      mine = wanted.upperBound
    }
    return nil
  }

  /// Returns the range of the name whose length is at `index`.
  private static func name(at index: Int, in list: Span<UInt8>) -> Range<Int>? {
    guard index < list.count else { return nil }
    let end = index + 1 + Int(list[index])
    return end <= list.count ? index + 1..<end : nil
  }
}
