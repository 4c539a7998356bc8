// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FourM

/// A silence to add: `{"alert": "drift/*", "seconds": 7200, "reason": "a campaign"}`; 0 seconds end one.
struct SilenceOrder {
  let silence: AlertBook.Silence

  /// The error of an order that cannot be understood.
  struct Fault: Error { let message: String }

  private static let keys = ["alert", "seconds", "reason"]
  private static let mostLetters = 500

  init(_ body: [UInt8], at now: Int64) throws(Fault) {
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let order) = value.content
    else {
      throw Fault(
        message: "the body is no JSON object; expected {\"alert\": \"drift/*\", \"seconds\": 7200}"
      )
    }
    for member in order.members where !SilenceOrder.keys.contains(member.key) {
      throw Fault(
        message: "\"\(member.key)\" means nothing; expected "
          + SilenceOrder.keys.joined(separator: ", ")
      )
    }
    guard case .string(let pattern)? = order["alert"]?.content,
      (1...SilenceOrder.mostLetters).contains(pattern.unicodeScalars.count)
    else {
      throw Fault(
        message:
          "\"alert\" is \(order["alert"]?.kindName ?? "missing"); expected the name of an alert"
          + " of GET /alerts, or its beginning and *"
      )
    }
    let range = 0...AlertBook.longestSilence
    guard case .integer(let seconds)? = order["seconds"]?.content, range.contains(seconds) else {
      throw Fault(
        message: "\"seconds\" is \(order["seconds"].map { "\($0.kindName)" } ?? "missing");"
          + " expected a number of seconds from 0 to \(range.upperBound)"
      )
    }
    var reason = ""
    if let value = order["reason"] {
      guard case .string(let text) = value.content,
        text.unicodeScalars.count <= SilenceOrder.mostLetters
      else {
        throw Fault(
          message: "\"reason\" is \(value.kindName); expected a string of at most"
            + " \(SilenceOrder.mostLetters) letters"
        )
      }
      reason = text
    }
    silence = AlertBook.Silence(pattern, until: now + seconds, reason: reason)
  }
}
