// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

// The field is a dictionary of RFC 9651, but is read more leniently than section 4.2 does, which refuses
// the whole field for one mistake and knows numbers with one dot only:
// - a number without quotes is read letter for letter and may have any number of dots, so that
//   `version=2.10` is 2.10, where the RFC has the decimal 2.1, and `version=2.3.4` is 2.3.4; behind
//   `version=` may stand whatever is a version, such as `2.3.4-beta`;
// - a member that cannot be read is dropped, and the others count;
// - names may be in any case, blanks may stand around `=`, and an empty member is nothing.
// As in the RFC, the last readable member of a name counts, parameters and other names are passed over.
// Values are strings, tokens or numbers; the other types of the RFC mean nothing here.

/// The field `X-App`, in which an app describes its visitor.
package struct AppField: Sendable, Hashable {
  /// A member that is not used, since it cannot be read.
  package struct DroppedMember: Sendable, Hashable {
    /// The member's name; `nil` where that cannot be read either.
    package let name: String?
    /// The member as it was sent.
    package let text: String
    /// The values that are expected.
    package let expected: String
  }

  package private(set) var claim = VisitorClaims.Claim()
  /// In their order; members with unreadable text first.
  package private(set) var dropped: [DroppedMember] = []
  /// Names that mean nothing.
  package private(set) var ignored: [String] = []

  /// Every name that a dropped member can be counted by.
  package static let countedNames = VisitorClaims.Claim.names + [otherName]
  private static let otherName = "other"

  /// The names of what is dropped, each once, in the order of `countedNames`; `other` where there is
  /// none.
  package var droppedNames: [String] { AppField.names(of: dropped) }

  package static func names(of dropped: [DroppedMember]) -> [String] {
    guard !dropped.isEmpty else { return [] }
    return countedNames.filter { name in dropped.contains { ($0.name ?? otherName) == name } }
  }

  /// Reads the field, several lines of it joined with commas.
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

  /// Where the next comma is that stands in no string; a quote without an end begins none.
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

  /// Where the string ends whose first quote is at `start`.
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

  /// The text that a value stands for; `nil` where it is none of the kinds that can be read.
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

  /// Reads the text between two quotes; `nil` where a backslash stands before anything but a quote or
  /// another one.
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

  /// Whether there are digits with dots between them, and perhaps a sign before them.
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

  /// Drops values that are none of what their names mean, such as `country=ZZ`. An empty one says
  /// nothing, as if it were not there.
  private mutating func dropMeaningless() {
    for name in VisitorClaims.Claim.names {
      guard let value = claim[name], !value.isEmpty, !Visitor.isReadable(value, as: name) else {
        continue
      }
      drop(name, "\(name)=\(value)", AppField.expectation(of: name))
      claim[name] = nil
    }
  }

  private static func expectation(of name: String) -> String {
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
