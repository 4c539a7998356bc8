// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Version 1: one line of text, section 2.1.
extension ProxyHeader {
  static func parseText(
    _ bytes: Span<UInt8>
  ) throws(PlainError) -> (header: ProxyHeader, length: Int)? {
    let start = bytes.extracting(first: textSignature.utf8CodeUnitCount)
    guard start.begins(textSignature) else {
      throw PlainError.proxy("expected \"PROXY \" or version 2's signature first")
    }
    let seen = bytes.extracting(first: textLimit)
    guard let end = seen.firstIndex(of: UInt8(ascii: "\r")) else {
      if bytes.count < textLimit { return nil }
      throw PlainError.proxy("no end of line within \(textLimit) bytes")
    }
    guard end + 1 < seen.count else {
      if bytes.count < textLimit { return nil }
      throw PlainError.proxy("the line feed is not within \(textLimit) bytes")
    }
    guard seen[end + 1] == UInt8(ascii: "\n") else {
      throw PlainError.proxy("a carriage return without a line feed")
    }
    let line = seen.extracting(start.count..<end)
    for index in 0..<line.count where line[index] < 0x20 {
      throw PlainError.proxy("a control character in the line")
    }
    return (try parseLine(line), end + 2)
  }

  /// Reads what stands between `PROXY ` and the end of the line.
  private static func parseLine(_ line: Span<UInt8>) throws(PlainError) -> ProxyHeader {
    var rest = line
    let family = rest.nextWord()
    // The specification lets anything follow, and says to ignore it.
    if family.matches("UNKNOWN") { return ProxyHeader() }
    guard family.matches("TCP4") || family.matches("TCP6") else {
      throw PlainError.proxy("expected TCP4, TCP6 or UNKNOWN")
    }
    let isV6 = family.matches("TCP6")
    let (source, destination) = (rest.nextWord(), rest.nextWord())
    let sourcePort = rest.nextWord()
    guard
      let source = address(source, port: sourcePort, isV6: isV6),
      let destination = address(destination, port: rest, isV6: isV6)
    else {
      throw PlainError.proxy("expected two \(isV6 ? "IPv6" : "IPv4") addresses and two ports")
    }
    return ProxyHeader(source: source, destination: destination)
  }

  private static func address(
    _ text: Span<UInt8>,
    port: Span<UInt8>,
    isV6: Bool
  ) -> SocketAddress? {
    for index in 0..<text.count {
      // A zero byte must not end the text early for those who read C's strings.
      guard text[index].hexadecimalValue != nil || [0x2E, 0x3A].contains(text[index]) else {
        return nil
      }
    }
    guard
      port.count == 1 || port.count > 1 && port[0] != UInt8(ascii: "0"),
      let number = port.decimal.flatMap({ UInt16(exactly: $0) }),
      let address = SocketAddress(ip: text.text, port: number)
    else { return nil }
    if case .v6 = address.place { return isV6 ? address : nil }
    return isV6 ? nil : address
  }
}

extension Span<UInt8> {
  /// Whether the bytes are `text`, or its beginning when there are fewer.
  fileprivate func begins(_ text: StaticString) -> Bool {
    var whole = ByteBuffer()
    whole.append(text)
    return matches(whole.span.extracting(first: count))
  }

  /// Cuts off what stands before the next space, and the space.
  @_lifetime(copy self)
  fileprivate mutating func nextWord() -> Span<UInt8> {
    let end = firstIndex(of: UInt8(ascii: " ")) ?? count
    let word = extracting(..<end)
    self = extracting(Swift.min(end + 1, count)...)
    return word
  }
}
