// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The address of a syslog server and its format: `udp://10.0.0.9:514`, `tcp://logs.example.com?format=json`
/// or `unix:/dev/log?facility=daemon`.
package struct SyslogTarget: Sendable, Equatable, CustomStringConvertible {
  enum Place: Sendable, Equatable {
    case udp(host: String, port: UInt16)
    case tcp(host: String, port: UInt16)
    case unix(path: String)
  }

  enum Format: String, Sendable, CaseIterable {
    /// The event's fields as structured data, and a short text.
    case structured
    /// The event as a JSON object.
    case json
  }

  /// RFC 5424 section 6.2.1; the facilities that programs of a machine's owner use.
  static let facilities = ["user": 1, "daemon": 3].merging(
    (0...7).map { ("local\($0)", 16 + $0) }
  ) { $1 }

  private static let usualPort: UInt16 = 514

  let place: Place
  var format = Format.structured
  var facility = 16
  /// The address without its parameters.
  package let description: String

  /// The error of an address that cannot be used.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  package init(_ text: String) throws(Fault) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = String(parts.first ?? "")
    guard let place = SyslogTarget.place(address) else {
      throw Fault(
        description: "\(text) is no syslog server; expected udp://HOST:PORT, tcp://HOST:PORT or"
          + " unix:/path"
      )
    }
    self.place = place
    description = address
    guard parts.count > 1 else { return }
    for parameter in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
      try take(parameter)
    }
  }

  private mutating func take(_ parameter: Substring) throws(Fault) {
    let pair = parameter.split(separator: "=", maxSplits: 1).map(String.init)
    let value = pair.count == 2 ? pair[1] : ""
    if pair.first == "format", let format = Format(rawValue: value) {
      self.format = format
    } else if pair.first == "facility", let facility = SyslogTarget.facilities[value] {
      self.facility = facility
    } else {
      throw Fault(
        description: "\(parameter) is no parameter of a syslog server; expected format=structured,"
          + " format=json, or facility= with user, daemon or local0 to local7"
      )
    }
  }

  private static func place(_ text: String) -> Place? {
    if text.hasPrefix("unix:") {
      return SocketAddress(text).map { .unix(path: $0.ip) }
    }
    guard let (host, port) = hostAndPort(text.dropFirst(6)) else { return nil }
    if text.hasPrefix("udp://") { return .udp(host: host, port: port) }
    if text.hasPrefix("tcp://") { return .tcp(host: host, port: port) }
    return nil
  }

  private static func hostAndPort(_ text: Substring) -> (host: String, port: UInt16)? {
    var (host, port) = (text, usualPort)
    // The colons of an IPv6 address stand in brackets.
    if let colon = text.lastIndex(of: ":"), text.last != "]" {
      guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
      (host, port) = (text[..<colon], number)
    }
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { "/@[] ".contains($0) }) else { return nil }
    return (String(host), port)
  }
}
