// SPDX-License-Identifier: Apache-2.0

import Bytes
import CLinux
import Glibc

/// Where a socket is: an internet address with a port, or a path.
package struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
  package enum Place: Sendable, Hashable {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64, scope: UInt32)
    /// A path of the file system; `@name` stands for the abstract name space.
    case unix(String)
  }

  /// Maximum length of a path, which `sun_path` of the kernel's address sets.
  package static let maximumPathBytes = 107

  package let place: Place
  /// 0 for a path.
  package let port: UInt16

  package init(_ place: Place, port: UInt16 = 0) {
    self.place = place
    self.port = port
  }

  /// A numeric address such as `127.0.0.1` or `::1`; `nil` for anything else, names included.
  package init?(ip text: String, port: UInt16) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    // Safe: the text is terminated, and the results are read after the call only.
    switch unsafe clinux_parse_ip(text, &high, &low) {
    case 4: self.init(.v4(UInt32(truncatingIfNeeded: low)), port: port)
    case 6: self.init(.v6(high: high, low: low, scope: 0), port: port)
    default: return nil
    }
  }

  /// `127.0.0.1:80`, `[::1]:80` or `unix:/run/x.sock`; `nil` for a path of more than 107 bytes.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard (1...SocketAddress.maximumPathBytes).contains(path.utf8.count) else { return nil }
      self.init(.unix(path))
      return
    }
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    let isBracketed = host.first == "[" && host.last == "]"
    if isBracketed { host = host.dropFirst().dropLast() }
    self.init(ip: String(host), port: port)
    if case .v6 = place { if !isBracketed { return nil } } else if isBracketed { return nil }
  }

  package static func loopback(port: UInt16) -> SocketAddress {
    SocketAddress(.v4(0x7F00_0001), port: port)
  }

  package var description: String {
    switch place {
    case .v4: "\(ip):\(port)"
    case .v6: "[\(ip)]:\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// Whether only those on this machine reach it: a loopback address or a path.
  package var isOfThisMachine: Bool {
    switch place {
    case .v4(let ip): ip >> 24 == 127
    case .v6(let high, let low, _): high == 0 && low == 1
    case .unix: true
    }
  }

  /// The address without its port; the path of a Unix socket.
  package var ip: String {
    switch place {
    case .v4(let ip):
      let text = DottedDecimal(ip)
      return text.span.text
    case .v6(let high, let low, _):
      var text = [CChar](repeating: 0, count: 46)
      // Safe: 46 bytes hold the longest address and its end.
      unsafe clinux_write_ip(high, low, &text)
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    case .unix(let path): return path
    }
  }
}

extension SocketAddress {
  /// Reads the kernel's form; an unnamed Unix socket has an empty path, and so has what is neither
  /// internet nor Unix.
  init(_ address: clinux_address) {
    var address = address
    var high: UInt64 = 0
    var low: UInt64 = 0
    var port: UInt16 = 0
    var scope: UInt32 = 0
    // Safe: all pointers are to locals, for the length of the call.
    guard unsafe clinux_address_parts(&address, &high, &low, &port, &scope) == 1 else {
      var path = [CChar](repeating: 0, count: 128)
      let length = unsafe clinux_address_unix_path(&address, &path, path.count)
      var bytes = path.prefix(length).map { UInt8(bitPattern: $0) }
      if bytes.first == 0 { bytes[0] = UInt8(ascii: "@") }
      self.init(.unix(String(decoding: bytes, as: UTF8.self)))
      return
    }
    if unsafe clinux_address_family(&address) == AF_INET {
      self.init(.v4(UInt32(truncatingIfNeeded: low)), port: port)
    } else {
      self.init(.v6(high: high, low: low, scope: scope), port: port)
    }
  }

  /// The kernel's form; `nil` for a path that is empty or too long (107 bytes are the limit).
  var native: clinux_address? {
    var address = clinux_address()
    // Safe: the pointers are to locals, for the length of the call.
    switch place {
    case .v4(let ip): unsafe clinux_address_set_v4(&address, ip, port)
    case .v6(let high, let low, let scope):
      unsafe clinux_address_set_v6(&address, high, low, port, scope)
    case .unix(let path):
      var bytes = path.utf8.map { CChar(bitPattern: $0) }
      if bytes.first == CChar(bitPattern: UInt8(ascii: "@")) { bytes[0] = 0 }
      guard unsafe clinux_address_set_unix(&address, bytes, bytes.count) == 0 else { return nil }
    }
    return address
  }

  /// The family for `socket`.
  var family: Int32 {
    switch place {
    case .v4: AF_INET
    case .v6: AF_INET6
    case .unix: AF_UNIX
    }
  }

  package var isInternet: Bool {
    if case .unix = place { false } else { true }
  }
}
