// SPDX-License-Identifier: Apache-2.0

import Bytes

// What an intermediary adds to a message. A list is continued in one line, not in a second one:
// some backends look at the first line of X-Forwarded-For only, which is the one the client chose.

extension Fields {
  /// Adds a member to the end of a list field.
  package mutating func appendMember(_ name: FieldName, _ member: String) {
    guard let present = self[name], !present.isEmpty else {
      set(name, member)
      return
    }
    set(name, "\(present), \(member)")
  }

  package mutating func appendForwarded(_ element: Forwarded.Element) {
    appendMember(FieldName(.forwarded), element.description)
  }

  /// Adds the peer to X-Forwarded-For.
  package mutating func appendForwardedFor(_ peer: IPAddress) {
    appendMember(FieldName(.xForwardedFor), peer.description)
  }

  /// Adds us to Via, with the version of the message that we received (RFC 9110 section 7.6.3).
  ///
  /// `pseudonym` is a token or a host with a port.
  package mutating func appendVia(received version: Version, by pseudonym: String) {
    appendMember(FieldName(.via), "\(version.label) \(pseudonym)")
  }

  /// Adds us to CDN-Loop (RFC 8586).
  package mutating func appendCDNLoop(_ identifier: String) {
    appendMember(FieldName(.cdnLoop), identifier)
  }
}

extension FieldsView {
  /// Whether a member of Via was added under this name.
  package func viaNames(_ pseudonym: String) -> Bool {
    var members = FieldMembers(of: .via, in: self)
    while let member = members.next() {
      guard let space = member.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let rest = member.extracting(space...).trimmed
      let name = rest.extracting(first: rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.count)
      if name.matches(ignoringCase: pseudonym.utf8Span.span) { return true }
    }
    return false
  }

  /// Whether CDN-Loop has this member, whatever its parameters.
  package func cdnLoopNames(_ identifier: String) -> Bool {
    var members = FieldMembers(of: .cdnLoop, in: self)
    while let member = members.next() {
      let end = member.firstIndex(of: UInt8(ascii: ";")) ?? member.count
      let name = member.extracting(first: end).trimmed
      if name.matches(ignoringCase: identifier.utf8Span.span) { return true }
    }
    return false
  }
}
