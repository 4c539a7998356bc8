// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import Serving

/// The error of an order that is not understood.
struct OrderFault: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}

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
  ) throws(OrderFault) {
    if isOptional, body.isEmpty {
      members = DataDictionary()
      return
    }
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let members) = value.content
    else { throw OrderFault(message: "the body is no JSON object; expected \(example)") }
    for member in members.members where !keys.contains(member.key) {
      throw OrderFault(
        message: "\"\(member.key)\" means nothing; expected " + keys.joined(separator: ", ")
      )
    }
    self.members = members
  }

  /// Returns an optional text of the order.
  func text(
    _ key: String,
    in letters: ClosedRange<Int> = 0...Int.max,
    expected: String = "a string"
  ) throws(OrderFault) -> String? {
    guard let value = members[key] else { return nil }
    guard case .string(let text) = value.content, letters.contains(text.unicodeScalars.count)
    else { throw OrderFault(message: "\"\(key)\" is \(value.kindName); expected \(expected)") }
    return text
  }

  /// Returns an optional number of the order.
  func number(
    _ key: String,
    in range: ClosedRange<Int64>,
    expected: String
  ) throws(OrderFault) -> Int64? {
    guard let value = members[key] else { return nil }
    guard case .integer(let number) = value.content, range.contains(number) else {
      throw OrderFault(message: "\"\(key)\" is \(value.kindName); expected \(expected)")
    }
    return number
  }

  /// A value of whatever kind that the order may leave out.
  func value(_ key: String) -> DataValue? { members[key] }

  /// The site that the order names.
  func site() throws(OrderFault) -> SiteChoice {
    guard let choice = SiteChoice(members["site"]) else {
      throw OrderFault(message: SiteChoice.expectation)
    }
    return choice
  }

  /// A span of time such as `10m`, from a minute to a year; `nil` where the order has none.
  func span(_ key: String) throws(OrderFault) -> Int64? {
    guard let text = try text(key, expected: OrderBody.spanExpected) else { return nil }
    return try OrderBody.seconds(text, key)
  }

  /// The seconds of a span.
  static func seconds(_ text: String, _ key: String) throws(OrderFault) -> Int64 {
    guard let span = TimeSpan(text, in: .seconds(60) ... .seconds(366 * 86_400)) else {
      throw OrderFault(message: "\"\(key)\" is \"\(text)\"; expected \(spanExpected)")
    }
    return span.duration.components.seconds
  }

  private static let spanExpected = "a time from 1m to 366d, such as 10m"
}
