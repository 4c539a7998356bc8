// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Filters
import HTTPValues
import Measure
import Message
import Model
import Serving

/// A silence to add: `{"matchers": "severity=\"ticket\", site=\"shop\"", "seconds": 7200, "comment": "a campaign"}`, or
/// one to end: `{"id": "9f86d081884c7d65", "seconds": 0}`.
struct SilenceOrder: OperatorOrder {
  /// The alerts to silence, or the silence to change.
  private enum Subject {
    case alerts(AlertSilence.Scope)
    case silence(String)
  }

  private static let mostLetters = 500
  private static let keys = [
    "alert", "matchers", "id", "seconds", "starts", "ends", "author", "comment", "reason",
  ]
  private static let instant = "an instant such as 2026-11-29T18:00:00Z"

  private let subject: Subject
  private let starts: Int64
  private let until: Int64
  private let author: String?
  private let comment: String

  init(_ body: [UInt8], at now: Int64) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: SilenceOrder.keys,
      example: "{\"alert\": \"drift/*\", \"seconds\": 7200}"
    )
    subject = try SilenceOrder.subject(of: order)
    let letters = SilenceOrder.mostLetters
    let string = "a string of at most \(letters) letters"
    let reason = try order.text("reason", in: 0...letters, expected: string)
    comment = try order.text("comment", in: 0...letters, expected: string) ?? reason ?? ""
    author = try order.text("author", in: 1...letters, expected: string)
    let begin = try SilenceOrder.time("starts", in: order) ?? now
    let longest = AlertBook.longestSilence
    guard begin <= now + longest else {
      throw PlainError("\"starts\" is more than \(longest / 86_400) days ahead")
    }
    let range = 0...longest
    let expected = "a number of seconds from 0 to \(range.upperBound)"
    if let seconds = try order.number("seconds", in: range, expected: expected) {
      until = begin + seconds
    } else if let end = try SilenceOrder.time("ends", in: order) {
      guard (begin...begin + longest).contains(end) else {
        throw PlainError(
          "\"ends\" is before its begin, or more than \(longest / 86_400) days behind it"
        )
      }
      until = end
    } else {
      throw PlainError(
        "\"seconds\" is missing; expected \(expected), or \"ends\" with \(SilenceOrder.instant)"
      )
    }
    starts = begin
  }

  private static func subject(of order: OrderBody) throws(PlainError) -> Subject {
    if let id = try order.text("id", in: 1...100) { return .silence(id) }
    let name = "the name of an alert of GET /alerts, or its beginning and *"
    do throws(FilterError) {
      if let matchers = order.value("matchers") {
        return .alerts(.matchers(try self.matchers(matchers)))
      }
    } catch {
      throw PlainError("\"matchers\": \(error)")
    }
    let text = try order.text("alert", in: 1...mostLetters, expected: name)
    guard let text else {
      throw PlainError(
        "\"alert\" is missing; expected \(name), or \"matchers\" such as severity=\"page\""
      )
    }
    do throws(FilterError) {
      return .alerts(try AlertSilence.Scope(text))
    } catch {
      throw PlainError("\"alert\": \(error)")
    }
  }

  /// Reads one text with all matchers, or a list of them.
  private static func matchers(_ value: DataValue) throws(FilterError) -> [AlertMatcher] {
    guard case .array(let elements) = value.content else {
      return try AlertMatcher.list(value.string ?? "")
    }
    return try AlertMatcher.list(elements.map { $0.string ?? "" }.joined(separator: ","))
  }

  private static func time(_ key: String, in order: OrderBody) throws(PlainError) -> Int64? {
    guard let text = try order.text(key, expected: instant) else { return nil }
    guard let time = UnixTime(text) else {
      throw PlainError("\"\(key)\" is \"\(text)\"; expected \(instant)")
    }
    return time.seconds
  }

  /// The silence that is meant.
  private func silence(in state: AdminState, by caller: Operator?) throws -> AlertSilence {
    switch subject {
    case .alerts(let scope):
      return AlertSilence(
        scope,
        starts: starts,
        until: until,
        author: author ?? caller?.name,
        reason: comment
      )
    case .silence(let id):
      guard let known = state.alerts.silence(id) else {
        throw AdminReport.Refusal(.notFound, "there is no silence \(id); GET /alerts shows them")
      }
      return known.ending(at: until)
    }
  }

  func preview(of state: AdminState) throws -> OrderPreview {
    let now = UnixTime.now.seconds
    let silence = try silence(in: state, by: nil)
    let names = state.alerts.covered(by: silence)
    let tables = state.alerts.tables(at: now).prefix(1).map { alerts in
      var table = FigureTable("covered", alerts.columns)
      for row in alerts.rows {
        guard case .text(let name) = row.figures[3], names.contains(name) else { continue }
        table.add(row.figures, tone: row.tone)
      }
      return table
    }
    let from = silence.starts > now ? "From \(UnixTime(seconds: silence.starts)) u" : "U"
    let effect =
      silence.until > now
      ? "\(from)ntil \(UnixTime(seconds: silence.until)) nobody is told of \(silence.scope)."
      : "From now on alerts of \(silence.scope) are told again."
    return OrderPreview(
      [effect, "These alerts are there now and would be covered:"],
      Array(tables)
    )
  }

  func perform(on state: AdminState, by caller: Operator) throws -> [UInt8] {
    let silence = try silence(in: state, by: caller)
    guard state.silence(silence, by: caller) else {
      throw AdminReport.Refusal(
        .serviceUnavailable,
        "there are \(AlertBook.mostSilences) silences; expected one of their names"
      )
    }
    return DataValue.members([
      ("id", .text(silence.id)), ("alert", .text(silence.scope.description)),
      ("starts", .text("\(UnixTime(seconds: silence.starts))")),
      ("ends", .text("\(UnixTime(seconds: silence.until))")),
      ("until", .number(Int(silence.until))), ("author", .text(silence.author)),
      ("reason", .text(silence.reason)),
    ]).json
  }
}
