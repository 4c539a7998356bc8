// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A scheme, a host and a port: where a service is. A Unix socket is one too.
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Whether connections are secure.
  package let scheme: Scheme
  /// A name, a numeric address without brackets, or a path that begins with `unix:`.
  package let host: String
  /// The port; of no meaning for a Unix socket.
  package let port: UInt16

  /// An origin from its parts, which are not checked.
  package init(_ scheme: Scheme, host: String, port: UInt16) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// `host:port`, `[::1]:port` or `unix:/path` with at most 107 bytes of path.
  package init?(_ text: String, scheme: Scheme = .http) {
    if text.hasPrefix("unix:") {
      guard (6...112).contains(text.utf8.count) else { return nil }
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

  /// `http://host:port` or `https://host:port` without a path; the port may be missing.
  package init?(url text: String) {
    guard let scheme = [Scheme.http, .https].first(where: { text.hasPrefix("\($0.name)://") })
    else { return nil }
    let authority = text.dropFirst("\(scheme.name)://".count)
    let isPlain = authority.utf8.allSatisfy {
      $0.isDigit || $0.isLetter || "-._:[]".utf8.contains($0)
    }
    guard isPlain, let origin = Origin(authority: authority, scheme: scheme),
      origin.host.utf8.count <= 255
    else { return nil }
    self = origin
  }

  /// A host with a port, or without one for the standard port of the scheme.
  package init?(authority: Substring, scheme: Scheme) {
    let hasPort = authority.last != "]" && authority.contains(":")
    self.init(hasPort ? String(authority) : "\(authority):\(scheme.defaultPort)", scheme: scheme)
  }

  /// Whether connections to it are secure.
  package var isSecure: Bool { scheme == .https }

  /// The path of the Unix socket, if it is one.
  package var socketPath: String? { host.hasPrefix("unix:") ? String(host.dropFirst(5)) : nil }

  /// Value of Host in a request to it.
  package var authority: String {
    if host.hasPrefix("unix:") { return "localhost" }
    return port == scheme.defaultPort ? name : "\(name):\(port)"
  }

  /// The host as URLs write it.
  private var name: String { host.contains(":") ? "[\(host)]" : host }

  /// The origin as the beginning of a URL.
  package var description: String {
    host.hasPrefix("unix:") ? host : "\(scheme.name)://\(authority)"
  }

  /// The origin as the beginning of a URL that always says the port; a Unix socket has none.
  package var withPort: String {
    socketPath == nil ? "\(scheme.name)://\(name):\(port)" : host
  }
}
