// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import HTTPValues
import Measure
import Message
import Model
import Serving

/// A silence to add: `{"alert": "drift/*", "seconds": 7200, "reason": "a campaign"}`; 0 seconds end one.
struct SilenceOrder: OperatorOrder {
  let silence: AlertBook.Silence

  private static let mostLetters = 500

  init(_ body: [UInt8], at now: Int64) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: ["alert", "seconds", "reason"],
      example: "{\"alert\": \"drift/*\", \"seconds\": 7200}"
    )
    let name = "the name of an alert of GET /alerts, or its beginning and *"
    let letters = SilenceOrder.mostLetters
    guard let pattern = try order.text("alert", in: 1...letters, expected: name) else {
      throw PlainError("\"alert\" is missing; expected \(name)")
    }
    let range = 0...AlertBook.longestSilence
    let expected = "a number of seconds from 0 to \(range.upperBound)"
    guard let seconds = try order.number("seconds", in: range, expected: expected) else {
      throw PlainError("\"seconds\" is missing; expected \(expected)")
    }
    let string = "a string of at most \(letters) letters"
    let reason = try order.text("reason", in: 0...letters, expected: string) ?? ""
    silence = AlertBook.Silence(pattern, until: now + seconds, reason: reason)
  }

  func preview(of state: AdminState) -> OrderPreview {
    let now = UnixTime.now.seconds
    let tables = state.alerts.tables(at: now).prefix(1).map { alerts in
      var table = FigureTable("covered", alerts.columns)
      for row in alerts.rows {
        guard case .text(let name) = row.figures[3], silence.covers(name) else { continue }
        table.add(row.figures, tone: row.tone)
      }
      return table
    }
    let until =
      silence.until > now
      ? "Until \(UnixTime(seconds: silence.until)) nobody is told of \(silence.pattern)."
      : "From now on alerts of \(silence.pattern) are told again."
    return OrderPreview(
      [until, "These alerts are there now and would be covered:"],
      Array(tables)
    )
  }

  func perform(on state: AdminState, by caller: Operator) throws -> [UInt8] {
    guard state.silence(silence, by: caller) else {
      throw AdminReport.Refusal(
        .serviceUnavailable,
        "there are \(AlertBook.mostSilences) silences; expected one of their names"
      )
    }
    return DataValue.members([
      ("alert", .text(silence.pattern)), ("until", .number(Int(silence.until))),
      ("reason", .text(silence.reason)),
    ]).json
  }
}
