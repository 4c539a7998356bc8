// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import DataFiles
import Serving

/// The body of an order: a JSON object with known keys.
struct OrderBody {
  private let members: DataDictionary

  /// - Parameters:
  ///   - example: a valid order, for the message about an invalid one.
  ///   - isOptional: whether an empty body is one without keys.
  init(
    _ body: [UInt8],
    keys: [String],
    example: String,
    isOptional: Bool = false
  ) throws(PlainError) {
    if isOptional, body.isEmpty {
      members = DataDictionary()
      return
    }
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let members) = value.content
    else { throw PlainError("the body is no JSON object; expected \(example)") }
    for member in members.members where !keys.contains(member.key) {
      throw PlainError(
        "\"\(member.key)\" means nothing; expected " + keys.joined(separator: ", ")
      )
    }
    self.members = members
  }

  /// Returns an optional text of the order.
  func text(
    _ key: String,
    in letters: ClosedRange<Int> = 0...Int.max,
    expected: String = "a string"
  ) throws(PlainError) -> String? {
    guard let value = members[key] else { return nil }
    guard case .string(let text) = value.content, letters.contains(text.unicodeScalars.count)
    else { throw PlainError("\"\(key)\" is \(value.kindName); expected \(expected)") }
    return text
  }

  /// Returns an optional number of the order.
  func number(
    _ key: String,
    in range: ClosedRange<Int64>,
    expected: String
  ) throws(PlainError) -> Int64? {
    guard let value = members[key] else { return nil }
    guard case .integer(let number) = value.content, range.contains(number) else {
      throw PlainError("\"\(key)\" is \(value.kindName); expected \(expected)")
    }
    return number
  }

  /// A value of whatever kind that the order may leave out.
  func value(_ key: String) -> DataValue? { members[key] }

  /// The site that the order names.
  func site() throws(PlainError) -> SiteChoice {
    guard let choice = SiteChoice(members["site"]) else {
      throw PlainError(SiteChoice.expectation)
    }
    return choice
  }

  /// A span of time such as `10m`, from a minute to a year; `nil` where the order has none.
  func span(_ key: String) throws(PlainError) -> Int64? {
    guard let text = try text(key, expected: OrderBody.spanExpected) else { return nil }
    return try OrderBody.seconds(text, key)
  }

  /// The seconds of a span.
  static func seconds(_ text: String, _ key: String) throws(PlainError) -> Int64 {
    guard let span = TimeSpan(text, in: .seconds(60) ... .seconds(366 * 86_400)) else {
      throw PlainError("\"\(key)\" is \"\(text)\"; expected \(spanExpected)")
    }
    return span.duration.components.seconds
  }

  private static let spanExpected = "a time from 1m to 366d, such as 10m"
}
