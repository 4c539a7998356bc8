// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Names of application protocols as ALPN writes them (RFC 7301): each behind its length.
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

  /// Where, in the client's list, the name stands that this server prefers.
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

  /// The name whose length stands at `index`.
  private static func name(at index: Int, in list: Span<UInt8>) -> Range<Int>? {
    guard index < list.count else { return nil }
    let end = index + 1 + Int(list[index])
    return end <= list.count ? index + 1..<end : nil
  }
}
