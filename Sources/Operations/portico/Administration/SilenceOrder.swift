// SPDX-License-Identifier: Apache-2.0

import FourM

/// A silence to add: `{"alert": "drift/*", "seconds": 7200, "reason": "a campaign"}`; 0 seconds end one.
struct SilenceOrder {
  let silence: AlertBook.Silence

  private static let mostLetters = 500

  init(_ body: [UInt8], at now: Int64) throws(OrderFault) {
    let order = try OrderBody(
      body,
      keys: ["alert", "seconds", "reason"],
      example: "{\"alert\": \"drift/*\", \"seconds\": 7200}"
    )
    let name = "the name of an alert of GET /alerts, or its beginning and *"
    let letters = SilenceOrder.mostLetters
    guard let pattern = try order.text("alert", in: 1...letters, expected: name) else {
      throw OrderFault(message: "\"alert\" is missing; expected \(name)")
    }
    let range = 0...AlertBook.longestSilence
    let expected = "a number of seconds from 0 to \(range.upperBound)"
    guard let seconds = try order.number("seconds", in: range, expected: expected) else {
      throw OrderFault(message: "\"seconds\" is missing; expected \(expected)")
    }
    let string = "a string of at most \(letters) letters"
    let reason = try order.text("reason", in: 0...letters, expected: string) ?? ""
    silence = AlertBook.Silence(pattern, until: now + seconds, reason: reason)
  }
}
