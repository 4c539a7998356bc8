// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import ContentModel
import HTTPServer
import HTTPValues
import Measure
import Monitor
import Serving

/// A question to the history; `nil` where another process has it.
typealias HistoryQuestion =
  @Sendable (StoredHistory, QueryParameters, _ now: Int) throws -> Inspection.Answer?

/// Requests to the history.
extension AdminEndpoint {
  /// The questions by the paths at which they are asked.
  static let questions: [OperatorPath: HistoryQuestion] = [
    .history: { history, query, now in
      try history.answer(try HistoryQuery(query, now: now), now: now).map { .history($0) }
    },
    .historyDensity: { history, query, now in
      try history.density(try HistoryQuery(query, now: now), now: now).map { .density($0) }
    },
    .historySeries: { history, query, _ in
      history.series(containing: query["filter"] ?? "").map { .series($0) }
    },
    .historyFindings: { history, _, now in history.findings(now: now).map { .findings($0) } },
    .annotations: { history, query, now in
      .annotations(history.annotations.during(try HistoryQuery.span(query, now: now)))
    },
  ]

  static let history = questions.sorted { $0.key.text < $1.key.text }.map { path, question in
    get(path) { handler, request in
      let (parameters, format) = (parameters(of: request), HistoryFormat(request))
      return asking(handler) { history in
        let query = try parameters.get()
        let named = path == .history ? query["format"] : nil
        let format = try format ?? HistoryFormat(named: named)
        let answer = try question(history, query, Int(UnixTime.now.seconds))
        return answer.map { AdminEndpoint.written($0, format) }
      }
    }
  }

  private static func written(
    _ answer: Inspection.Answer,
    _ format: HistoryFormat
  ) -> (HistoryFormat, [UInt8]) {
    switch answer {
    case .history(let answer): (format, format.bytes(of: answer))
    case .density(let density): (.json, density.json)
    case .series(let series): (.json, list("series", series) { $0.writeJSON(to: &$1) })
    case .findings(let findings): (.json, list("findings", findings) { $0.write(to: &$1) })
    case .annotations(let all): (.json, list("annotations", all) { $0.write(to: &$1) })
    // The history answers with none of these.
    case .tables, .events, .refused: (.json, [])
    }
  }

  /// Reads the query of a request; the fault of one that is invalid.
  private static func parameters(
    of request: borrowing RequestView
  ) -> Result<QueryParameters, PlainError> {
    let target = request.target
    guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else {
      return .success(QueryParameters([]))
    }
    guard let parameters = QueryParameters(target.extracting((mark + 1)...)) else {
      return .failure(PlainError("the query is malformed; expected name=value&name=value"))
    }
    return .success(parameters)
  }

  /// Answers with the history's answer to a question, or with the reason why there is none.
  private static func asking(
    _ handler: AdminHandler,
    _ question: @escaping @Sendable (StoredHistory) throws -> (HistoryFormat, [UInt8])?
  ) -> Answer {
    guard let history = handler.state.monitor else {
      let refusal = AdminReport.noHistory
      return AdminHandler.problem(refusal.status, refusal.description)
    }
    let state = handler.state
    return .later { exchange in
      let answer: (Response, [UInt8])
      do {
        if let (format, bytes) = try await history.ask(question) {
          answer = (Response(.ok, fields: format.fields), bytes)
        } else {
          let refusal = AdminReport.historyElsewhere
          answer = AdminHandler.refusal(refusal.status, refusal.description)
        }
      } catch let fault as PlainError {
        answer = AdminHandler.refusal(.badRequest, fault.description)
      } catch {
        answer = AdminHandler.refusal(.serviceUnavailable, "too many questions wait: \(error)")
      }
      try await state.respond(to: exchange, answer.0, body: answer.1)
    }
  }

  private static func list<Element>(
    _ name: String,
    _ elements: [Element],
    _ write: (Element, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes = Array("{\"\(name)\":[".utf8)
    for (number, element) in elements.enumerated() {
      bytes += (number == 0 ? "\n" : ",\n").utf8
      write(element, &bytes)
    }
    bytes += "]}\n".utf8
    return bytes
  }
}

/// The formats of answers of the history.
enum HistoryFormat {
  case json, csv

  private static let types = [MediaType("application/json"), MediaType("text/csv")]

  /// The one that Accept prefers, unless the query names one.
  init?(_ request: borrowing RequestView) {
    guard request.target.text.firstRange(of: "format=") == nil else { return nil }
    let place = Accept(request.fields).preferred(among: HistoryFormat.types.compactMap { $0 })
    self = place == 1 ? .csv : .json
  }

  init(named name: String?) throws(PlainError) {
    switch name {
    case "json", nil: self = .json
    case "csv": self = .csv
    case let name?: throw PlainError("format is \"\(name)\"; expected json or csv")
    }
  }

  func bytes(of answer: HistoryAnswer) -> [UInt8] {
    switch self {
    case .json: answer.json
    case .csv: answer.csv
    }
  }

  var fields: Fields {
    switch self {
    case .json: ["content-type": "application/json", "cache-control": "no-store", "vary": "accept"]
    case .csv:
      ["content-type": "text/csv; charset=utf-8", "cache-control": "no-store", "vary": "accept"]
    }
  }
}
