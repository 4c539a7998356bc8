// SPDX-License-Identifier: Apache-2.0
//
// Fields of RFC 9113 section 8.2, checked as they arrive. The model is strict: whatever HTTP/1.1
// could not carry, or would read as framing, makes the message malformed, since the gateway may
// have to send it on over HTTP/1.1.
// - Names are lower-case tokens. Values have no control but the tab and no blank at either end.
// - Connection, Keep-Alive, Proxy-Connection, Transfer-Encoding and Upgrade are refused; TE is
//   accepted with the value `trailers` only.
// - Content-Length is one decimal number, sent once, and holds for the DATA frames that follow.
// - Host is accepted once, and must name what `:authority` names.
// - Crumbs of Cookie become one field, joined with "; ".

import Bytes
import HTTPValues

extension HeaderBlock {
  mutating func addField(
    _ name: Span<UInt8>,
    _ value: Span<UInt8>,
    isSensitive: Bool
  ) -> HTTP2Malformation? {
    let known = KnownField(lowercase: name)
    guard value.isFieldValueWithoutMargin else { return .invalidFieldValue }
    switch known {
    case .other:
      guard name.isLowercaseToken else { return .invalidFieldName }
    case .cookie where extendCookie(by: value, isSensitive: isSensitive):
      return nil
    default:
      if let malformation = note(known, value) { return malformation }
    }
    let start = bytes.count
    let middle = start + name.count
    let slot = FieldSlot(
      name: start..<middle,
      value: middle..<(middle + value.count),
      known: known,
      isSensitive: isSensitive
    )
    guard let slot else { return .invalidFieldName }
    bytes.append(name)
    bytes.append(value)
    slots.append(slot)
    return nil
  }

  /// Keeps what the end of the block needs to know of a field.
  private mutating func note(_ known: KnownField, _ value: Span<UInt8>) -> HTTP2Malformation? {
    switch known {
    case .connection, .keepAlive, .proxyConnection, .transferEncoding, .upgrade, .http2Settings:
      return .connectionSpecificField
    case .te:
      return value.matches("trailers") ? nil : .connectionSpecificField
    case .contentLength:
      guard contentLength == nil, let length = value.decimal else { return .invalidContentLength }
      contentLength = length
    case .host where kind == .request:
      guard hostIndex == nil else { return .authorityDiffersFromHost }
      hostIndex = slots.count
    case .cookie:
      cookieCount += 1
    case .priority where priority == nil:
      priority = ExtensiblePriority(value)
    default:
      break
    }
    return nil
  }

  /// Joins a crumb with the one before it, when nothing stands between them.
  private mutating func extendCookie(by crumb: Span<UInt8>, isSensitive: Bool) -> Bool {
    guard let last = slots.last, case .cookie = last.known, last.value.upperBound == bytes.count,
      let length = UInt32(exactly: last.value.count + 2 + crumb.count)
    else { return false }
    bytes.append("; ")
    bytes.append(crumb)
    slots[slots.count - 1].valueLength = length
    if isSensitive { slots[slots.count - 1].isSensitive = true }
    return true
  }

  /// Makes one field of Cookie fields that stand apart (RFC 9113 section 8.2.3).
  mutating func joinCookies() {
    guard cookieCount > 1, let first = slots.firstIndex(where: { $0.known == .cookie }) else {
      return
    }
    let start = bytes.count
    var isSensitive = false
    for index in slots.indices where slots[index].known == .cookie {
      if bytes.count > start { bytes.append("; ") }
      let crumb = slots[index].value
      bytes.reserve(crumb.count)
      for position in crumb {
        let byte = bytes.span[position]
        bytes.append(byte)
      }
      isSensitive = isSensitive || slots[index].isSensitive
    }
    let joined = FieldSlot(
      name: slots[first].name,
      value: start..<bytes.count,
      known: .cookie,
      isSensitive: isSensitive
    )
    guard let joined else { return }
    slots[first] = joined
    var index = slots.count - 1
    while index > first {
      if slots[index].known == .cookie { slots.remove(at: index) }
      index -= 1
    }
  }
}

extension Span<UInt8> {
  fileprivate var isLowercaseToken: Bool {
    guard isToken else { return false }
    for index in 0..<count where self[index] &- 0x41 < 26 { return false }
    return true
  }

  fileprivate var isFieldValueWithoutMargin: Bool {
    guard count > 0 else { return true }
    return !self[0].isBlank && !self[count - 1].isBlank && isFieldValue
  }
}
