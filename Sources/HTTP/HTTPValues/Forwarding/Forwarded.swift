// SPDX-License-Identifier: Apache-2.0

package import Bytes

// RFC 7239. The field is read as a whole or not at all, since an element that cannot be read may be
// the one that matters; blanks around semicolons are allowed, as many senders write them, and empty
// parameters too. A parameter may stand in an element once.

/// What the proxies on the way say about a request, the one next to the client first.
package struct Forwarded: Sendable, Equatable {
  package var elements: [Element]

  /// What one proxy says.
  package struct Element: Sendable, Equatable {
    /// Who sent the request to the proxy.
    package var client: ForwardedNode?
    /// Where the proxy received it.
    package var receiver: ForwardedNode?
    /// The Host field as the proxy received it.
    package var host: Authority?
    /// The scheme by which the proxy received it, in lower case.
    package var proto: String?

    package init(
      client: ForwardedNode? = nil,
      receiver: ForwardedNode? = nil,
      host: Authority? = nil,
      proto: String? = nil
    ) {
      self.client = client
      self.receiver = receiver
      self.host = host
      self.proto = proto
    }
  }

  /// The Forwarded field; `nil` when there is none or it is malformed.
  package init?(_ fields: borrowing FieldsView) {
    guard fields.contains(.forwarded) else { return nil }
    elements = []
    var members = FieldMembers(of: .forwarded, in: copy fields)
    while let member = members.next() {
      guard let element = Element(member) else { return nil }
      elements.append(element)
    }
  }
}

extension Forwarded.Element {
  /// Reads `for=...;by=...;host=...;proto=...` in any order; `nil` when malformed. A parameter that
  /// has no meaning here is checked and passed over.
  package init?(_ bytes: Span<UInt8>) {
    self.init()
    var seen: [String] = []
    var start = 0
    var brokenQuote = false
    while start <= bytes.count {
      let end = bytes.endOfMember(
        from: start,
        separator: UInt8(ascii: ";"),
        brokenQuote: &brokenQuote
      )
      let pair = bytes.extracting(start..<end).trimmed
      start = end + 1
      guard pair.count > 0 else { continue }
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
        pair.extracting(first: equals).isToken,
        let value = QuotedString.valueOrToken(pair.extracting((equals + 1)...))
      else { return nil }
      let name = pair.extracting(first: equals).text.lowercased()
      guard !seen.contains(name), set(name, value.utf8Span.span) else { return nil }
      seen.append(name)
    }
  }

  private mutating func set(_ name: String, _ value: Span<UInt8>) -> Bool {
    switch name {
    case "for":
      client = ForwardedNode(value)
      return client != nil
    case "by":
      receiver = ForwardedNode(value)
      return receiver != nil
    case "host":
      host = Authority(value)
      return host != nil
    case "proto":
      guard let first = value.count > 0 ? value[0] : nil, first.isLetter, value.isToken else {
        return false
      }
      proto = value.text.lowercased()
      return true
    default: return true
    }
  }

  package func append(to buffer: inout ByteBuffer) {
    let parameters = [
      ("for", client?.description), ("by", receiver?.description), ("host", host?.description),
      ("proto", proto),
    ]
    var isFirst = true
    for (name, value) in parameters {
      guard let value else { continue }
      if !isFirst { buffer.append(UInt8(ascii: ";")) }
      isFirst = false
      buffer.append(name)
      buffer.append(UInt8(ascii: "="))
      QuotedString.append(value, to: &buffer)
    }
  }
}

extension Forwarded.Element: CustomStringConvertible {
  package var description: String {
    var buffer = ByteBuffer(capacity: 64)
    append(to: &buffer)
    return buffer.span.text
  }
}
