// SPDX-License-Identifier: Apache-2.0

/// An `http` or `https` address, and the links that are relative to it (RFC 3986 section 5).
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// The host, with a port that is not the scheme's own.
  public let authority: String
  /// The path, which begins with a slash, and the query with its question mark.
  public let target: String

  /// Reads an absolute address; `nil` for anything but `http` and `https`, and for one with a user's name.
  public init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { !"/?".contains($0) }
    guard scheme == "http" || scheme == "https", WebAddress.isAuthority(authority) else {
      return nil
    }
    self.init(
      scheme: scheme,
      authority: authority.lowercased(),
      target: String(rest.dropFirst(authority.count))
    )
  }

  private init?(scheme: String, authority: String, target: String) {
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.scheme = scheme
    let ownPort = scheme == "https" ? ":443" : ":80"
    self.authority =
      authority.hasSuffix(ownPort) ? String(authority.dropLast(ownPort.count)) : authority
    let path = target.prefix { $0 != "?" }
    self.target = WebAddress.withoutDots(path) + target.dropFirst(path.count)
  }

  private static func isAuthority(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._:[]".utf8.contains(byte)
      }
  }

  /// Returns the address of a link that stands in an answer from this address.
  public func resolving(_ link: String) -> WebAddress? {
    let link = link.prefix { $0 != "#" }
    if link.isEmpty { return self }
    if link.hasPrefix("//") { return WebAddress(scheme + ":" + link) }
    let path = target.prefix { $0 != "?" }
    let resolved: String
    switch link.first {
    case "/": resolved = String(link)
    case "?": resolved = String(path + link)
    default:
      let first = link.prefix { !"/?".contains($0) }
      if first.contains(":") { return WebAddress(String(link)) }
      resolved = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)] + link)
    }
    return WebAddress(scheme: scheme, authority: authority, target: resolved)
  }

  /// The scheme, host and port.
  var origin: String { scheme + "://" + authority }

  /// The host without its port.
  var host: Substring {
    guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
      return authority[...]
    }
    return authority[..<colon]
  }

  /// Whether another address has the same scheme, host and port.
  public func isOfSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && authority == other.authority
  }

  /// The absolute address.
  public var description: String { scheme + "://" + authority + target }

  /// Returns a path without the segments `.` and `..`.
  private static func withoutDots(_ path: Substring) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      switch segment {
      case ".": continue
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }
}

extension String {
  /// Percent-encodes what may not stand in a segment of a path, or in a value of a query.
  ///
  /// - Parameter others: characters that stay, besides those that always may.
  func percentEncoded(keeping others: String = "") -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in utf8 {
      if byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(byte)
        || others.utf8.contains(byte)
      {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
