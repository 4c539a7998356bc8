// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import FileShapes
import Filters
import HTTPValues
import Measure
import Message
import Serving

/// The order to add a silence, to change one, or to end one.
struct SilenceOrder: OperatorOrder {
  private struct Body: Sendable {
    var alert: String?
    var matchers: [String]?
    var id: String?
    var seconds: Int?
    var starts: UnixTime?
    var ends: UnixTime?
    var author: String?
    var comment: String?
    var reason: String?
  }

  static let definition = OrderDefinition(
    "silence",
    at: .alertsSilences,
    .silence,
    "Tells nobody of some alerts for a while, or changes or ends a silence.",
    Shape.object(Body(), needsOneOf: ["alert", "matchers", "id"]) {
      Member(
        "alert",
        \.alert,
        .letters(1...500),
        "Name of an alert of GET /alerts, its beginning and *, or matchers.",
        examples: ["drift/*"]
      )
      Member(
        "matchers",
        \.matchers,
        Shape<String>.text.oneOrMore(),
        "Matchers of labels of alerts.",
        examples: ["severity=page"]
      )
      Member("id", \.id, .letters(1...100), "Silence to change, or to end by 0 seconds.")
      Member(
        "seconds",
        \.seconds,
        .integer(0...Int(AlertBook.longestSilence)),
        "How long it lasts.",
        examples: [7_200]
      )
      Member("starts", \.starts, .instant, "When it begins; now, without it.")
      Member("ends", \.ends, .instant, "When it ends, in place of \"seconds\".")
      Member("author", \.author, .letters(1...500), "Who is behind it.")
      Member(
        "comment",
        \.comment,
        .letters(0...500),
        "Why nobody is told.",
        examples: ["a campaign"]
      )
      Member("reason", \.reason, .letters(0...500), "Another name of \"comment\".")
    }
  ) { try SilenceOrder($0, at: UnixTime.now.seconds) }

  /// The alerts to silence, or the silence to change.
  private enum Subject {
    case alerts(AlertSilence.Scope)
    case silence(String)
  }

  private let subject: Subject
  private let starts: Int64
  private let until: Int64
  private let author: String?
  private let comment: String

  private init(_ body: Body, at now: Int64) throws(PlainError) {
    subject = try SilenceOrder.subject(of: body)
    comment = body.comment ?? body.reason ?? ""
    author = body.author
    starts = body.starts?.seconds ?? now
    let longest = AlertBook.longestSilence
    guard starts <= now + longest else {
      throw PlainError("\"starts\" is more than \(longest / 86_400) days ahead")
    }
    if let seconds = body.seconds {
      until = starts + Int64(seconds)
    } else if let end = body.ends?.seconds {
      guard (starts...starts + longest).contains(end) else {
        throw PlainError(
          "\"ends\" is before its begin, or more than \(longest / 86_400) days behind it"
        )
      }
      until = end
    } else {
      throw PlainError("\"seconds\" is missing; expected it, or \"ends\" with an instant")
    }
  }

  private static func subject(of body: Body) throws(PlainError) -> Subject {
    if let id = body.id { return .silence(id) }
    do throws(FilterError) {
      if let matchers = body.matchers {
        return .alerts(.matchers(try AlertMatcher.list(matchers.joined(separator: ","))))
      }
      return .alerts(try AlertSilence.Scope(body.alert ?? ""))
    } catch {
      throw PlainError("\"\(body.matchers == nil ? "alert" : "matchers")\": \(error)")
    }
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
        throw Refusal(.notFound, "there is no silence \(id); GET /alerts shows them")
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
    guard state.alerts.add(silence) else {
      throw Refusal(
        .serviceUnavailable,
        "there are \(AlertBook.mostSilences) silences; expected one of their names"
      )
    }
    let begin =
      silence.starts > UnixTime.now.seconds ? "from \(UnixTime(seconds: silence.starts)) " : ""
    let author = silence.author.map { " (\($0))" } ?? ""
    state.audit.record(
      .silence,
      by: caller,
      site: nil,
      .annotation(
        "silence",
        "\(silence.scope) \(begin)until \(UnixTime(seconds: silence.until))\(author): "
          + silence.reason
      )
    )
    return DataValue.members([
      ("id", .text(silence.id)), ("alert", .text(silence.scope.description)),
      ("starts", .text("\(UnixTime(seconds: silence.starts))")),
      ("ends", .text("\(UnixTime(seconds: silence.until))")),
      ("until", .number(Int(silence.until))), ("author", .text(silence.author)),
      ("reason", .text(silence.reason)),
    ]).json
  }
}
