// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues
package import Reactor

/// Where a client connects to: a scheme, a host and a port, or a Unix socket.
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Whether connections are secure.
  package let scheme: Scheme
  /// A name or a numeric address; a path that begins with `unix:`.
  package let host: String
  /// The port; of no meaning for a Unix socket.
  package let port: UInt16
  /// The one address to connect to, where the host's name is not to be looked up; the name is still
  /// what the server has to prove.
  package let address: SocketAddress?

  /// How connections are made, where that differs from the client's configuration.
  package let rules: ConnectionRules?

  /// An origin from its parts, which are not checked.
  package init(
    _ scheme: Scheme,
    host: String,
    port: UInt16,
    at address: SocketAddress? = nil,
    by rules: ConnectionRules? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.address = address
    self.rules = rules
  }

  /// `host:port`, `[::1]:port` or `unix:/path`.
  package init?(_ text: String, scheme: Scheme = .http) {
    if text.hasPrefix("unix:") {
      self.init(scheme, host: text, port: 0)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      port > 0
    else { return nil }
    var host = text[..<colon]
    if host.first == "[" && host.last == "]" { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    self.init(scheme, host: String(host), port: port)
  }

  /// Where the Unix socket is, if it is one.
  var socketPath: String? { host.hasPrefix("unix:") ? String(host.dropFirst(5)) : nil }

  /// What a request to it says in Host.
  package var authority: String {
    if host.hasPrefix("unix:") { return "localhost" }
    var bytes: [UInt8] = []
    writeAuthority(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writeAuthority(to bytes: inout [UInt8]) {
    let isAddress = host.utf8.contains(UInt8(ascii: ":"))
    if isAddress { bytes.append(UInt8(ascii: "[")) }
    bytes.append(host.utf8Span.span)
    if isAddress { bytes.append(UInt8(ascii: "]")) }
    guard port != scheme.defaultPort else { return }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(String(port).utf8Span.span)
  }

  /// The origin as the beginning of a URL, and its address where that is given.
  package var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the description.
  package func write(to bytes: inout [UInt8]) {
    if host.hasPrefix("unix:") {
      bytes += host.utf8
      return
    }
    bytes += "\(scheme.name)".utf8
    bytes.append("://".utf8Span.span)
    writeAuthority(to: &bytes)
    if let address { bytes.append(" (\(address))".utf8Span.span) }
  }
}
