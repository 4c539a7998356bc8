// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Writing headers, for those who connect to servers that want one.
extension ProxyHeader {
  /// Appends the header as version 1, which has no extensions; `UNKNOWN` where there are not two
  /// internet addresses of one family.
  package func appendText(to output: inout ByteBuffer) {
    output.append(Self.textSignature)
    guard let (source, destination) = addresses, source.family == destination.family,
      source.isInternet
    else {
      output.append("UNKNOWN\r\n")
      return
    }
    if case .v4 = source.place { output.append("TCP4 ") } else { output.append("TCP6 ") }
    output.append("\(source.ip) \(destination.ip) \(source.port) \(destination.port)\r\n")
  }

  /// Appends the header as version 2, with a checksum; LOCAL where there are not two addresses of
  /// one family.
  package func appendBinary(to output: inout ByteBuffer) throws(ProxyFault) {
    var block = Self.binarySignature
    if let (source, destination) = addresses, source.family == destination.family {
      block += [0x21, 0, 0, 0]
      block[13] = try block.append(source, destination)
    } else {
      block += [0x20, 0, 0, 0]
    }
    try extensions.append(to: &block)
    let hole = block.count + 3..<block.count + 7
    block += [ProxyExtensions.Kind.checksum, 0, 4, 0, 0, 0, 0]
    guard block.count <= Self.binaryLimit else {
      throw ProxyFault(.tooLong, "\(block.count) bytes, expected at most \(Self.binaryLimit)")
    }
    let length = UInt16(truncatingIfNeeded: block.count - Self.binaryStart)
    block.replaceSubrange(14..<16, with: length.bytes)
    block.replaceSubrange(hole, with: block.span.checksum(without: hole).bytes)
    output.append(block)
  }

  private var addresses: (source: SocketAddress, destination: SocketAddress)? {
    guard let source, let destination else { return nil }
    return (source, destination)
  }
}

extension ProxyExtensions {
  fileprivate func append(to block: inout [UInt8]) throws(ProxyFault) {
    if let applicationProtocol {
      try block.append(Kind.applicationProtocol, applicationProtocol)
    }
    if let authority { try block.append(Kind.authority, Array(authority.utf8)) }
    if let uniqueID { try block.append(Kind.uniqueID, uniqueID) }
    guard let security else { return }
    var client: UInt8 = 0
    if security.isEncrypted { client |= ProxySecurity.Bit.encrypted }
    if security.hasCertificate { client |= ProxySecurity.Bit.certificate }
    if security.hasSessionCertificate { client |= ProxySecurity.Bit.sessionCertificate }
    var value: [UInt8] = [client, 0, 0, 0, security.isVerified ? 0 : 1]
    for kind in ProxySecurity.textKinds {
      if let text = security[text: kind] { try value.append(kind, Array(text.utf8)) }
    }
    try block.append(Kind.security, value)
  }
}

extension [UInt8] {
  /// Appends one extension.
  fileprivate mutating func append(_ kind: UInt8, _ value: [UInt8]) throws(ProxyFault) {
    guard let length = UInt16(exactly: value.count) else {
      throw ProxyFault(.tooLong, "extension \(kind) of \(value.count) bytes")
    }
    self += [kind] + length.bytes + value
  }

  /// Appends two addresses of one family; gives the number of the family, as a stream.
  fileprivate mutating func append(
    _ source: SocketAddress,
    _ destination: SocketAddress
  ) throws(ProxyFault) -> UInt8 {
    for address in [source, destination] {
      switch address.place {
      case .v4(let ip): self += ip.bytes
      case .v6(let high, let low, _): self += high.bytes + low.bytes
      case .unix(let path):
        var bytes = Array(path.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        guard bytes.count <= 108 else {
          throw ProxyFault(.address, "a path of \(bytes.count) bytes, expected at most 108")
        }
        self += bytes + [UInt8](repeating: 0, count: 108 - bytes.count)
      }
    }
    guard source.isInternet else { return 0x31 }
    self += source.port.bytes + destination.port.bytes
    if case .v4 = source.place { return 0x11 }
    return 0x21
  }
}

extension FixedWidthInteger {
  /// The number's bytes, the highest first.
  fileprivate var bytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> Self($0))
    }
  }
}
