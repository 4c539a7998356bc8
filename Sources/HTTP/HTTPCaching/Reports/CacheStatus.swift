// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

// RFC 9211. Each cache on the way adds a member behind those of the caches before it; ours is built
// of what really happened, so that `hit` and `fwd` cannot both be said. `fwd-status`, `stored` and
// `collapsed` have a meaning only beside `fwd` and stand in that case alone.

/// Report of a cache about one request.
package struct CacheStatus: Sendable, Equatable {
  /// Reason why a request went to the origin.
  package enum Forwarded: String, Sendable, CaseIterable {
    /// The cache was told not to handle it.
    case bypass
    case method
    case uriMiss = "uri-miss"
    case varyMiss = "vary-miss"
    case miss
    /// The request did not let a fresh answer be used.
    case request
    case stale
    case partial
  }

  /// Handling of the request.
  package enum Handling: Sendable, Equatable {
    case hit
    /// - Parameters:
    ///   - status: the status of the origin's answer, if there is one.
    ///   - isStored: Whether the answer was kept.
    ///   - isCollapsed: Whether the request waited for another one's answer; `nil` when waiting is
    ///     not a question.
    case forwarded(Forwarded, status: Status?, isStored: Bool, isCollapsed: Bool?)
  }

  /// The cache, as its operator names it.
  package var name: String
  package var handling: Handling
  /// Seconds of freshness left; negative when the answer is stale.
  package var timeLeft: Int?
  package var key: [UInt8]?
  package var detail: String?

  package init(
    _ name: String,
    _ handling: Handling,
    timeLeft: Int? = nil,
    key: [UInt8]? = nil,
    detail: String? = nil
  ) {
    self.name = name
    self.handling = handling
    self.timeLeft = timeLeft
    self.key = key
    self.detail = detail
  }

  /// The member of the list; what no structured field can hold is left out.
  package var member: String {
    var member: [UInt8] = []
    write(to: &member)
    return String(decoding: member, as: UTF8.self)
  }

  private func write(to member: inout [UInt8]) {
    appendName(to: &member)
    switch handling {
    case .hit: member.append(";hit")
    case .forwarded(let reason, let status, let isStored, let isCollapsed):
      member.append(";fwd=")
      member.append(reason.rawValue.utf8Span.span)
      if let status {
        member.append(";fwd-status=")
        member.append(decimal: Int(status.code))
      }
      if isStored { member.append(";stored") }
      if let isCollapsed { member.append(isCollapsed ? ";collapsed" : ";collapsed=?0") }
    }
    if let timeLeft, timeLeft.magnitude <= CacheStatus.greatestInteger {
      member.append(";ttl=")
      member.append(decimal: timeLeft)
    }
    if let key { CacheStatus.append(";key=", key.span, to: &member) }
    if let detail { CacheStatus.append(";detail=", detail.utf8Span.span, to: &member) }
  }

  /// Greatest integer of a structured field (section 3.3.1).
  private static let greatestInteger: UInt = 999_999_999_999_999

  /// The name as a token, or as a string where it is none (RFC 9651 section 3.3.4).
  private func appendName(to bytes: inout [UInt8]) {
    let start = bytes.count
    if name.utf8.first?.isLetter == true, name.utf8Span.span.isToken {
      bytes.append(name.utf8Span.span)
    } else {
      CacheStatus.append("", name.utf8Span.span, to: &bytes)
    }
    if bytes.count == start { bytes.append("cache") }
  }

  /// Writes a text as a string of a structured field (section 3.3.3), behind what says whose it is;
  /// nothing where none can hold it.
  private static func append(
    _ label: StaticString,
    _ text: Span<UInt8>,
    to bytes: inout [UInt8]
  ) {
    let isPlain = isPlain(text)
    if !isPlain {
      for index in text.indices where !(0x20...0x7E).contains(text[index]) { return }
    }
    bytes.append(label)
    bytes.append(UInt8(ascii: "\""))
    if isPlain {
      bytes.append(text)
    } else {
      for index in text.indices {
        if needsEscape(text[index]) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(text[index])
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a text can stand in a string as it is. Nearly all can, so eight bytes are looked at a time.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index <= text.count - 8 {
      guard text.word(at: index).stringStops == 0 else { return false }
      index += 8
    }
    while index < text.count {
      guard (0x20...0x7E).contains(text[index]), !needsEscape(text[index]) else { return false }
      index += 1
    }
    return text.firstControl(from: 0) == nil
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Adds the member behind those of the caches that the answer came by.
  package func append(to fields: inout Fields) {
    fields.append(FieldName(.cacheStatus)) { write(to: &$0) }
  }
}
