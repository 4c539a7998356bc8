// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Version 2: a block of lengths and numbers, section 2.2.
extension ProxyHeader {
  /// The signature, version and command, family and transport, and the length of the rest.
  static let binaryStart = 16

  static func parseBinary(
    _ bytes: Span<UInt8>
  ) throws(PlainError) -> (header: ProxyHeader, length: Int)? {
    for index in 0..<min(bytes.count, binarySignature.count)
    where bytes[index] != binarySignature[index] {
      throw PlainError.proxy("byte \(index) is not that of version 2's signature")
    }
    guard bytes.count >= binaryStart else { return nil }
    let isLocal: Bool
    switch bytes[12] {
    case 0x20: isLocal = true
    case 0x21: isLocal = false
    default:
      throw PlainError.proxy("expected version 2 and LOCAL or PROXY, not \(bytes[12])")
    }
    let length = binaryStart + bytes.number(at: 14, bytes: 2)
    guard length <= binaryLimit else {
      throw PlainError.proxy("\(length) bytes, expected at most \(binaryLimit)")
    }
    guard bytes.count >= length else { return nil }
    guard !isLocal else { return (ProxyHeader(), length) }
    return (try parseBlock(bytes.extracting(..<length)), length)
  }

  /// Reads a whole header with the command PROXY.
  private static func parseBlock(_ block: Span<UInt8>) throws(PlainError) -> ProxyHeader {
    let addressSize: Int
    switch block[13] {
    case 0x00: return ProxyHeader()
    case 0x11, 0x12: addressSize = 12
    case 0x21, 0x22: addressSize = 36
    case 0x31, 0x32: addressSize = 216
    default:
      throw PlainError.proxy("family and transport \(block[13]) are not defined")
    }
    let end = binaryStart + addressSize
    guard block.count >= end else {
      throw PlainError.proxy(
        "\(block.count - binaryStart) bytes are too few for \(addressSize) of addresses"
      )
    }
    let addresses = block.extracting(binaryStart..<end)
    return ProxyHeader(
      source: address(addresses, isSource: true),
      destination: address(addresses, isSource: false),
      extensions: try ProxyExtensions(readFrom: end, of: block)
    )
  }

  /// One of two addresses: of 4 or 16 bytes, with the ports behind both, or a path of 108.
  private static func address(_ both: Span<UInt8>, isSource: Bool) -> SocketAddress {
    switch both.count {
    case 12:
      let ip = UInt32(truncatingIfNeeded: both.number(at: isSource ? 0 : 4, bytes: 4))
      return SocketAddress(.v4(ip), port: both.port(at: isSource ? 8 : 10))
    case 36:
      let start = isSource ? 0 : 16
      let high = UInt64(truncatingIfNeeded: both.number(at: start, bytes: 8))
      let low = UInt64(truncatingIfNeeded: both.number(at: start + 8, bytes: 8))
      return SocketAddress(
        .v6(high: high, low: low, scope: 0),
        port: both.port(at: isSource ? 32 : 34)
      )
    default:
      return SocketAddress(.unix(path(both.extracting(isSource ? 0..<108 : 108..<216))))
    }
  }

  /// A path ends at the first zero byte; one that begins with it is of the abstract name space.
  private static func path(_ bytes: Span<UInt8>) -> String {
    let isAbstract = bytes[0] == 0
    let name = bytes.extracting((isAbstract ? 1 : 0)...)
    let end = name.firstIndex(of: 0) ?? name.count
    guard end > 0 else { return "" }
    return (isAbstract ? "@" : "") + name.extracting(..<end).text
  }
}

extension Span<UInt8> {
  /// The big-endian number of so many bytes, all of which are there.
  func number(at start: Int, bytes: Int) -> Int {
    var value = 0
    for index in start..<start + bytes { value = value << 8 | Int(self[index]) }
    return value
  }

  fileprivate func port(at start: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: number(at: start, bytes: 2))
  }
}
