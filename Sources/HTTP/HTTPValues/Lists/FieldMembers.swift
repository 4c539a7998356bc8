// SPDX-License-Identifier: Apache-2.0

import Bytes

// The list rule of RFC 9110 section 5.6.1 as a recipient reads it: members stand between commas,
// over all lines of a field, and empty ones do not count. A comma inside a quoted string separates
// nothing.
//
// A quote that never closes is no quote: what stands behind it is read as members, so that
// `no-store` behind a stray `"` is not lost. Reading stays linear, since after one such quote the
// rest of the line is read without quoting.

/// The members of a comma-separated field, one after the other, each without surrounding blanks.
package struct FieldMembers: ~Escapable {
  private let fields: FieldsView
  private let name: KnownField
  private var line: Int?
  private let isSingleLine: Bool
  private var position = 0
  private var hasBrokenQuote = false

  @_lifetime(copy fields)
  package init(of name: KnownField, in fields: FieldsView) {
    self.fields = fields
    self.name = name
    line = fields.firstIndex(of: name)
    isSingleLine = false
  }

  /// The members of one line: for a field that has no number, whose lines the caller goes through.
  @_lifetime(copy fields)
  package init(ofLine index: Int, in fields: FieldsView) {
    self.fields = fields
    name = .other
    line = index
    isSingleLine = true
  }

  /// The next member that is not empty.
  @_lifetime(copy self)
  package mutating func next() -> Span<UInt8>? {
    while let line {
      let value = fields.value(at: line)
      while position < value.count {
        let start = position
        let end = value.endOfMember(from: start, brokenQuote: &hasBrokenQuote)
        position = end + 1
        let member = value.extracting(start..<end).trimmed
        if member.count > 0 { return member }
      }
      self.line = isSingleLine ? nil : fields.firstIndex(of: name, from: line + 1)
      position = 0
      hasBrokenQuote = false
    }
    return nil
  }

  /// Whether one of the members is `token`, in any case.
  package static func contains(
    _ token: StaticString,
    of name: KnownField,
    in fields: borrowing FieldsView
  ) -> Bool {
    var members = FieldMembers(of: name, in: copy fields)
    while let member = members.next() {
      if member.matches(lowercase: token) { return true }
    }
    return false
  }
}

extension Span<UInt8> {
  /// Where the member that begins at `start` ends: at a separator outside quotes, or the end.
  func endOfMember(
    from start: Int,
    separator: UInt8 = UInt8(ascii: ","),
    brokenQuote: inout Bool
  ) -> Int {
    var index = start
    while index < count, self[index] != separator {
      if self[index] == UInt8(ascii: "\""), !brokenQuote {
        if let close = endOfQuotedString(from: index) {
          index = close
          continue
        }
        brokenQuote = true
      }
      index += 1
    }
    return index
  }

  /// The position behind the quoted string that begins at `start`; `nil` when it never closes.
  func endOfQuotedString(from start: Int) -> Int? {
    var index = start + 1
    while index < count {
      switch self[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }
}
