// SPDX-License-Identifier: Apache-2.0

package import Bytes
import JSONValues

extension Pick {
  /// Whether a text means a pick, and not itself.
  package static func isPick(_ text: String) -> Bool {
    text.hasPrefix("$.") || text == "@" || text.hasPrefix("@.") || text.hasPrefix("@[")
  }

  /// Reads `$.item.name`, `$.route.id` or `@.price`.
  package convenience init(_ text: String) throws(TextFault) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "@") {
      self.init(.item, try Pick.path(bytes[1...]))
      return
    }
    guard text.hasPrefix("$.") else {
      throw TextFault(at: 0, seen: text, expected: "$. and a name, or @")
    }
    let end = bytes[2...].firstIndex { !Pick.isNamePart($0) } ?? bytes.count
    let name = String(decoding: bytes[2..<end], as: UTF8.self)
    guard !name.isEmpty else {
      throw TextFault(
        at: 2,
        seen: String(decoding: bytes[2...].prefix(12), as: UTF8.self),
        expected: "the name of a call, or \(Pick.rootNames.joined(separator: ", "))"
      )
    }
    switch name {
    case "route": self.init(.route(try Pick.member(bytes, at: end)), nil)
    case "query": self.init(.query(try Pick.member(bytes, at: end)), nil)
    case "flow": self.init(.flow(try Pick.member(bytes, at: end)), nil)
    case "visitor":
      let member = try Pick.member(bytes, at: end)
      guard let fact = VisitorFact(rawValue: member) else {
        throw TextFault(
          at: end + 1,
          seen: member,
          expected: VisitorFact.allCases.map(\.rawValue).joined(separator: ", ")
        )
      }
      self.init(.visitor(fact), nil)
    default: self.init(.call(name), try Pick.path(bytes[end...]))
    }
  }

  private static func path(_ rest: ArraySlice<UInt8>) throws(TextFault) -> JSONPath? {
    guard !rest.isEmpty else { return nil }
    do {
      return try JSONPath("$" + String(decoding: rest, as: UTF8.self))
    } catch {
      throw TextFault(
        at: rest.startIndex + error.offset - 1,
        seen: error.seen,
        expected: error.expected
      )
    }
  }

  private static func member(_ bytes: [UInt8], at start: Int) throws(TextFault) -> String {
    let rest = bytes[start...]
    guard rest.first == UInt8(ascii: "."), rest.count > 1,
      rest.dropFirst().allSatisfy(Pick.isNamePart)
    else {
      throw TextFault(
        at: start,
        seen: String(decoding: rest.prefix(12), as: UTF8.self),
        expected: "a dot and a name"
      )
    }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F
  }
}
