// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import Edges
import Editions
import Gateway
import HTTPValues
import JSONValues
import Measure
import Reactor
import Serving
import Sites

/// The answer to a request that is explained, as the gateway makes it: a second gateway leads the request
/// through the same steps over the same publication, with a cache, metrics and a time of its own. No service
/// is called: of their answers it has what the cache keeps, which it only looks at.
struct ExplainedAnswer {
  /// The most CDNs for which the fields are shown.
  private static let mostEdges = 8
  /// The most bytes that the second gateway's own cache has.
  private static let cacheBytes = 16 << 20

  /// The sender of a request to the gateway; the fields of the answer differ by it.
  private struct Recipient {
    let name: String
    let address: SocketAddress
    let edge: EdgeSettings?
  }

  private let request: Request?
  private let answer: ReplayedAnswer?
  private let propertyList: ReplayedAnswer?
  /// The fields of each recipient's answer.
  private var fields: [(to: String, fields: [(name: String, value: String)])] = []
  private let otherInstant: UnixTime?
  /// The state of the site's services.
  private let inspection: SiteInspection

  init(
    to question: ExplainQuestion,
    about subject: AskedAddress.Subject,
    audience: String,
    of edition: Edition,
    on site: SiteService
  ) async throws {
    otherInstant = question.otherInstant
    inspection = try await site.inspection()
    let gateway = try await ReplayGateway(
      [site.publisher],
      seal: site.seal,
      at: question.visitor.instant,
      callsServices: false,
      recorded: RecordedAnswers(
        in: site.store,
        at: UnixTime.now.seconds * 1_000,
        asOf: question.otherInstant
      ),
      hints: site.hintLearning,
      countries: site.shared.countries,
      bytes: ExplainedAnswer.cacheBytes
    )
    func request(_ format: AnswerFormat, through edge: EdgeSettings?) -> Request? {
      question.request(
        for: subject,
        of: edition,
        audience: audience,
        as: format,
        through: edge,
        host: site.usualHost
      )
    }
    func answer(_ format: AnswerFormat, _ recipient: Recipient) async -> ReplayedAnswer? {
      guard let asked = request(format, through: recipient.edge) else { return nil }
      return await gateway.answer(asked, of: 0, from: recipient.address)
    }
    self.request = request(.json, through: nil)
    let visitor = Recipient(name: "a client", address: .loopback(port: 0), edge: nil)
    self.answer = await answer(.json, visitor)
    propertyList = await answer(.xmlPropertyList, visitor)
    let edges = edition.site.edges.compactMap { ExplainedAnswer.recipient($0) }
    for recipient in [visitor] + edges.prefix(ExplainedAnswer.mostEdges) {
      guard let told = await answer(.json, recipient) else { continue }
      fields.append((recipient.name, told.fields))
    }
  }

  private static func recipient(_ edge: EdgeSettings) -> Recipient? {
    edge.peers.lazy.compactMap { IPNetwork($0) }.compactMap { network in
      SocketAddress(ip: "\(network.base)", port: 0)
    }.first.map { Recipient(name: edge.name, address: $0, edge: edge) }
  }

  // MARK: tables

  /// Whether the answer is the one that a visitor would get: no call would have to be made for it.
  private var isKnown: Bool { answer.map { !$0.calls.contains(where: \.isUnknown) } ?? false }

  var tables: [FigureTable] {
    let json = isKnown ? answer.map { IndentedText(json: $0.body) } : nil
    let plist =
      propertyList?.status == answer?.status
        && !(propertyList?.calls.contains(where: \.isUnknown) ?? true)
      ? propertyList.map { IndentedText(propertyList: $0.body) } : nil
    let card = isKnown ? answer.flatMap { try? BodyCard(JSONDocument($0.body)) } : nil
    return [outcome(json, plist), calls, sent, body(json, plist)] + (card.map { [$0.table] } ?? [])
  }

  private func outcome(_ json: IndentedText?, _ plist: IndentedText?) -> FigureTable {
    var table = FigureTable("answer").columns([
      .init(.request, "The request of a visitor."), .init(.status, "The status of the answer."),
      .init(.source, "from", "Where the answer comes from, as portico_answers_total."),
      .init(.bytes, "The size of its body as JSON, without compression."),
      .init(.made, "how it was made", "How this answer was found, and what it is not."),
    ])
    let isCut = json?.isCut ?? false || plist?.isCut ?? false
    let cut =
      "The body is cut behind \(Figure.bytes(Int64(IndentedText.limits.bytes)).text) or "
      + "\(IndentedText.limits.lines) lines."
    table.add(
      [
        request.map { .text("\($0.method.name) \($0.target)") } ?? .none,
        isKnown ? answer.figure { .count(Int64($0.status.code)) } : .none,
        isKnown ? answer.figure { .text($0.source) } : .none,
        isKnown ? answer.figure { .bytes(Int64($0.body.count)) } : .none,
        .text([made, isCut ? cut : ""].filter { !$0.isEmpty }.joined(separator: " ")),
      ],
      tone: isKnown ? .usual : .warning
    )
    return table
  }

  private var made: String {
    guard let answer else {
      return request == nil
        ? "No answer: a path with braces stands for many; expected one of them, such as items/7."
        : "No answer: the path leads to a service, which is not called for this page."
    }
    let failed = answer.calls.filter(\.isUnknown)
    guard failed.isEmpty else {
      let names = failed.map { "\($0.name) of \($0.backend)" }.joined(separator: ", ")
      return "Not known: \(names) would be called, and no service is called for this page. "
        + "Ask the site for it and explain it again: what services answer for everybody is kept then."
    }
    let untouched = "No service was called, nothing was stored, and nothing was counted."
    switch answer.source {
    case "hit": return "The cache keeps it, and it is shown as it is kept. \(untouched)"
    case "stale":
      return "The cache keeps it, and it is stale: visitors get it while it is composed again. "
        + untouched
    case "problem": return "It is an error, which says why there is no document. \(untouched)"
    case "plan": break
    default: return "It was made of the site's files alone."
    }
    let stale =
      answer.calls.contains(where: \.isStale)
      ? " Some are stale: visitors get them too, while they are fetched again." : ""
    let other =
      otherInstant == nil ? "" : " They are used as if they had come at the instant asked about."
    return "It was composed now of services' answers that the cache keeps.\(stale)\(other) "
      + untouched
  }

  private var calls: FigureTable {
    var table = FigureTable("calls").columns([
      .init(.call, "The call of the plan."), .init(.service, "The service."),
      .init(.target, "What the service is asked for."),
      .init(.outcome, "kept, stale or absent, or why there is no answer to use."),
    ])
    for call in answer?.calls ?? [] {
      table.add(
        [
          .text(call.name), .text(call.backend), .text(call.target),
          .text(call.isFailed ? failure(of: call) : call.outcome),
        ],
        tone: call.isFailed || call.isStale ? .warning : .usual
      )
    }
    return table
  }

  /// Why there is no answer of a service, with its last failure.
  private func failure(of call: ReplayedAnswer.Call) -> String {
    if let breach = call.breach { return "not as expected: \(breach)" }
    guard let last = inspection.lastFailure(of: call.backend) else { return "not kept" }
    return "not kept; last failure: \(last.kind)\(last.detail.map { ", \($0)" } ?? "")"
  }

  /// The fields by the recipients that get them.
  private var sent: FigureTable {
    var table = FigureTable("fields").columns([
      .init(
        .field,
        "The header field; without Cache-Status, which depends on what the cache has."
      ),
      .init(.value, "Its value."),
      .init(.to, "Who gets it: everybody, a client, or the CDN of that name."),
    ])
    guard isKnown else { return table }
    var rows: [(name: String, value: String, to: [String])] = []
    for (recipient, fields) in fields {
      for field in fields where field.name != "cache-status" {
        if let row = rows.firstIndex(where: { $0.name == field.name && $0.value == field.value }) {
          rows[row].to.append(recipient)
        } else {
          rows.append((field.name, field.value, [recipient]))
        }
      }
    }
    for row in rows.sorted(by: { $0.name < $1.name }) {
      let to = row.to.count == fields.count ? "everybody" : row.to.joined(separator: ", ")
      table.add([.text(row.name), .text(row.value), .text(to)])
    }
    return table
  }

  /// The body, a row for each line.
  private func body(_ json: IndentedText?, _ plist: IndentedText?) -> FigureTable {
    var table = FigureTable("body").columns([
      .init(.format, "json or plist."), .init(.line, "A line of the body, indented."),
    ])
    for (format, text) in [("json", json), ("plist", plist)] {
      for line in text?.lines ?? [] { table.add([.text(format), .text(line)]) }
    }
    return table
  }
}

extension ReplayedAnswer.Call {
  /// Whether the service would have to be called.
  fileprivate var isUnknown: Bool { isFailed && breach == nil }
}
