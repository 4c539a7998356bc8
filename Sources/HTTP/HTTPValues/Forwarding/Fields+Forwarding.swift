// SPDX-License-Identifier: Apache-2.0

import Bytes

// The fields that an intermediary adds to a message. A list is continued in the same line, not in a
// second one: some backends look at the first line of X-Forwarded-For only, which the client chose.

extension Fields {
  /// Adds a member to the end of a list field.
  package mutating func appendMember(_ name: FieldName, _ member: String) {
    appendMember(name) { $0.append(member.utf8Span.span) }
  }

  /// Adds us to Via, with the version of the message that we received (RFC 9110 section 7.6.3).
  ///
  /// `pseudonym` is a token or a host with a port.
  package mutating func appendVia(received version: Version, by pseudonym: String) {
    appendMember(FieldName(.via)) { bytes in
      bytes.append(version.label.utf8Span.span)
      bytes.append(UInt8(ascii: " "))
      bytes.append(pseudonym.utf8Span.span)
    }
  }

  /// Adds a member to the end of a list field; `write` appends it to the bytes that it is given.
  private mutating func appendMember(_ name: FieldName, writing write: (inout [UInt8]) -> Void) {
    guard let present = self[name] else { return append(name, writing: write) }
    remove(name)
    append(name) { bytes in
      if !present.isEmpty {
        bytes.append(present.utf8Span.span)
        bytes.append(", ")
      }
      write(&bytes)
    }
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
}
