// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

// The field is a dictionary (RFC 9651), parsed more leniently than section 4.2, which refuses the
// whole field for one mistake and allows one dot in a number:
// - an unquoted number keeps its characters and may have any number of dots, so that `version=2.10`
//   is 2.10, where the RFC has the decimal 2.1, and `version=2.3.4` is 2.3.4; after `version=` any
//   version is allowed, such as `2.3.4-beta`;
// - a malformed member is dropped alone;
// - names are case-insensitive, blanks may surround `=`, and empty members are ignored.
//
// As in the RFC, the last valid member of a name counts, and parameters and unknown names are
// ignored. Values are strings, tokens or numbers; the other types of the RFC are not supported.

/// The request header field `X-App`, in which an app describes its visitor.
package struct AppField: Sendable, Hashable {
  /// A malformed member, which is ignored.
  package struct DroppedMember: Sendable, Hashable {
    /// The member's name; `nil` if that is malformed too.
    package let name: String?
    /// The member as sent.
    package let text: String
    /// A description of the expected values.
    package let expected: String
  }

  package private(set) var claim = VisitorClaims.Claim()
  /// In their order; members with malformed text first.
  package private(set) var dropped: [DroppedMember] = []
  /// Unknown names.
  package private(set) var ignored: [String] = []

  /// The names by which dropped members are counted.
  package static let countedNames = VisitorClaims.Claim.names + [otherName]
  private static let otherName = "other"

  /// The names of dropped members, each once, in the order of `countedNames`; `other` for unknown
  /// ones.
  package var droppedNames: [String] { AppField.names(of: dropped) }

  package static func names(of dropped: [DroppedMember]) -> [String] {
    guard !dropped.isEmpty else { return [] }
    return countedNames.filter { name in dropped.contains { ($0.name ?? otherName) == name } }
  }

  /// Parses the field; several lines are joined with commas.
  package init(_ text: String) {
    let bytes = text.utf8Span.span
    var start = 0
    while start < bytes.count {
      let end = AppField.endOfMember(in: bytes, from: start)
      read(bytes, ASCII.trimmed(bytes, start..<end))
      start = end + 1
    }
    dropMeaningless()
  }

  /// Returns the end of a member: the next comma outside of a string; an unterminated quote begins
  /// none.
  private static func endOfMember(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: ",") {
      if bytes[index] == UInt8(ascii: "\""), let end = endOfString(in: bytes, from: index) {
        index = end
      } else {
        index += 1
      }
    }
    return index
  }

  /// Returns the end of the string whose first quote is at `start`.
  private static func endOfString(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Returns a number for the visitor of a field: a hash of the session, or of the installation where no
  /// session is named; `nil` for neither. Unlike parsing, it takes no memory.
  package static func visitor(in bytes: Span<UInt8>) -> UInt64? {
    var (session, installation): (Range<Int>?, Range<Int>?)
    var start = 0
    while start < bytes.count {
      let end = endOfMember(in: bytes, from: start)
      let member = ASCII.trimmed(bytes, start..<end)
      start = end + 1
      guard let sign = ASCII.firstIndex(of: UInt8(ascii: "="), in: bytes, member) else { continue }
      let name = bytes.extracting(ASCII.trimmed(bytes, member.lowerBound..<sign))
      let value = ASCII.trimmed(bytes, sign + 1..<member.upperBound)
      let isString = !value.isEmpty && bytes[value.lowerBound] == UInt8(ascii: "\"")
      guard value.count > (isString ? 2 : 0), value.count <= Visitor.maximumIdentifierBytes + 2
      else { continue }
      if name.matches(ignoringCase: "session".utf8Span.span) { session = value }
      if name.matches(ignoringCase: "installation".utf8Span.span) { installation = value }
    }
    return (session ?? installation).map { hash(bytes.extracting($0)) }
  }

  /// FNV-1a, finished as MurmurHash 3 does.
  private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }

  private mutating func read(_ bytes: Span<UInt8>, _ member: Range<Int>) {
    guard !member.isEmpty else { return }
    let text = bytes.extracting(member).text
    let sign = ASCII.firstIndex(of: UInt8(ascii: "="), in: bytes, member)
    let written = ASCII.trimmed(bytes, member.lowerBound..<(sign ?? member.upperBound))
    guard !written.isEmpty, written.allSatisfy({ AppField.isOfName(bytes[$0]) }) else {
      return drop(nil, text, "a name and a value such as version=2.3")
    }
    let name = bytes.extracting(written).text.lowercased()
    guard VisitorClaims.Claim.names.contains(name) else { return ignored.append(name) }
    guard let sign else { return drop(name, text, "a value, such as \(name)=…") }
    let value = ASCII.trimmed(bytes, sign + 1..<member.upperBound)
    guard let said = AppField.value(bytes, value, of: name) else {
      let expected =
        name == "version"
        ? AppField.expectation(of: name) : "a string in quotes, a token or a number"
      return drop(name, text, expected)
    }
    claim[name] = said
  }

  /// Parses a value; `nil` for unsupported types.
  private static func value(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    of name: String
  ) -> String? {
    guard !range.isEmpty else { return nil }
    if bytes[range.lowerBound] == UInt8(ascii: "\"") {
      guard let end = endOfString(in: bytes, from: range.lowerBound), end <= range.upperBound
      else { return nil }
      let rest = ASCII.trimmed(bytes, end..<range.upperBound)
      guard rest.isEmpty || bytes[rest.lowerBound] == UInt8(ascii: ";") else { return nil }
      return string(bytes.extracting(range.lowerBound + 1..<end - 1))
    }
    let end = ASCII.firstIndex(of: UInt8(ascii: ";"), in: bytes, range) ?? range.upperBound
    let plain = bytes.extracting(ASCII.trimmed(bytes, range.lowerBound..<end))
    guard name == "version" || isNumber(plain) || isToken(plain) else { return nil }
    return plain.text
  }

  /// Parses the text between two quotes; `nil` if a backslash precedes anything but a quote or a
  /// backslash.
  private static func string(_ bytes: Span<UInt8>) -> String? {
    var content: [UInt8] = []
    content.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
        guard index < bytes.count,
          bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\")
        else { return nil }
      }
      content.append(bytes[index])
      index += 1
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Returns whether there are digits with dots between them and an optional sign.
  private static func isNumber(_ bytes: Span<UInt8>) -> Bool {
    var isBehindDigit = false
    for index in bytes.indices {
      let byte = bytes[index]
      guard
        ASCII.isDigit(byte) || index == 0 && byte == UInt8(ascii: "-")
          || isBehindDigit && byte == UInt8(ascii: ".")
      else { return false }
      isBehindDigit = ASCII.isDigit(byte)
    }
    return isBehindDigit
  }

  /// Section 3.3.4 of the RFC.
  private static func isToken(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0, ASCII.isLetter(bytes[0]) || bytes[0] == UInt8(ascii: "*") else {
      return false
    }
    for index in bytes.indices where !isOfToken(bytes[index]) { return false }
    return true
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || "!#$%&'*+-.^_`|~:/".utf8.contains(byte)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || "_-.*".utf8.contains(byte)
  }

  private mutating func drop(_ name: String?, _ text: String, _ expected: String) {
    dropped.append(DroppedMember(name: name, text: text, expected: expected))
  }

  /// Drops values that are invalid for their names, such as `country=ZZ`. An empty value counts as
  /// absent.
  private mutating func dropMeaningless() {
    for name in VisitorClaims.Claim.names {
      guard let value = claim.meaninglessValue(of: name) else { continue }
      drop(name, "\(name)=\(value)", AppField.expectation(of: name))
      claim[name] = nil
    }
  }

  static func expectation(of name: String) -> String {
    switch name {
    case "version": "a version such as 2.3.1"
    case "build": "a whole number of at most \(Visitor.maximumBuildDigits) digits"
    case "device": "one of " + DeviceClass.allCases.map(\.rawValue).joined(separator: ", ")
    case "country": "a country such as CA"
    case "languages":
      "languages such as \"fr-CA, de\" in at most \(Visitor.maximumLanguageBytes) bytes"
    default: "1 to \(Visitor.maximumIdentifierBytes) letters of ASCII without blanks"
    }
  }
}
