// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import DataFiles
package import Fleet
import HTTPClient
package import HTTPServer
package import HTTPValues
import Measure
import Monitor
import Reactor
import Serving

/// Reports and pages of other nodes of a fleet: `GET /routes?node=berlin-2`, and reports of all with `node=*`.
extension AdminHandler {
  /// Answers a question of another node for a report or a page.
  package func report(
    _ request: borrowing RequestView,
    for reader: FleetReader,
    from peer: Peer
  ) -> Answer {
    let path = request.path.text
    let endpoint = AdminEndpoint.all.first { $0.method == .get && $0.matches(path) }
    if let role = OperatorRole(rawValue: reader.role) {
      let name = reader.name.isEmpty ? nil : reader.name
      let caller = Operator(name: name, role: role, address: peer.client)
      let page = page(request, hasReport: endpoint != nil, for: caller, at: state.fleet?.own.name)
      if let answer = page ?? endpoint?.answer(self, request, caller) { return answer }
    }
    return AdminHandler.problem(.notFound, "this node has no report \(path)")
  }

  /// Answers a request that names nodes; `nil` for one that names none.
  func answerOfNodes(_ request: borrowing RequestView, for caller: Operator) -> Answer? {
    let address = Address(asked: request.path.text, AdminEndpoint.query(of: request))
    guard let wanted = address[Address.node] else { return nil }
    guard request.method == .get else {
      return AdminHandler.problem(
        .badRequest,
        "\"node\" is for reports; expected an order at the node that is to follow it"
      )
    }
    guard !address.path.hasSuffix("/stream") else {
      return AdminHandler.problem(.badRequest, "a stream is read at its own node")
    }
    guard let known = state.fleet,
      let transport = state.services.sites.lazy.compactMap(\.fleet?.transport).first
    else { return AdminHandler.problem(.notFound, "this gateway is in no fleet") }
    // The own node answers itself.
    guard wanted != known.own.name else { return nil }
    let all = [known.own] + known.nodes.map(\.report)
    let nodes = all.filter { wanted == FigureTable.allNodes || $0.name == wanted }
    guard !nodes.isEmpty else {
      let names = all.map { "\"\($0.name)\"" }
      return AdminHandler.problem(
        .notFound,
        "there is no node \"\(wanted)\"; expected \(names.joined(separator: ", ")) or * for all"
      )
    }
    let question = NodeQuestion(
      nodes: nodes,
      reader: FleetReader(role: caller.role.rawValue, name: caller.name ?? ""),
      transport: transport
    )
    let report = address.with(Address.node, nil)
    if wanted == FigureTable.allNodes,
      let answer = tables(of: report, question, request, for: caller)
    {
      return answer
    }
    let types = request.fields.text(.accept) ?? "*/*"
    let state = state
    return .later { exchange in
      let answers = await question.answers(to: report, as: types)
      let (response, body) =
        wanted == FigureTable.allNodes
        ? NodeAnswer.joined(answers) : answers.first.map(\.alone) ?? (Response(.badGateway), [])
      try await state.respond(to: exchange, response, body: body)
    }
  }

  /// Answers with the tables of all nodes as one, or with a page of them; `nil` where there are none.
  private func tables(
    of report: Address,
    _ question: NodeQuestion,
    _ request: borrowing RequestView,
    for caller: Operator
  ) -> Answer? {
    let state = state
    let path = report.path
    let hasReport = AdminEndpoint.all.contains { $0.method == .get && $0.matches(path) }
    if AdminHandler.asksForPage(request, hasReport: hasReport), let console = Console(report) {
      let reader = reader(caller, of: nil, atOwnNode: false)
      return .later { exchange in
        let answers = await question.answers(for: console)
        let inspection = state.inspection(answers, of: reader, at: FigureTable.allNodes)
        let bytes = try await state.readers.run { console.html(inspection) }
        try await state.respond(to: exchange, Response(.ok, fields: PageFields.all), body: bytes)
      }
    }
    if path == NodeQuestion.history { return history(of: report, question, request) }
    guard AdminReport.at(path) != nil else { return nil }
    let face: TableFace
    do throws(Refusal) {
      face = try TableFace(of: request).within(AdminEndpoint.query(of: request), usual: nil)
    } catch {
      return AdminHandler.problem(error.status, error.description)
    }
    return .later { exchange in
      let (response, body) =
        switch await question.tables(of: report) {
        case .refused(let refused): refused.alone
        case .joined(let tables): (face.response, face.bytes(of: tables))
        }
      try await state.respond(to: exchange, response, body: body)
    }
  }

  /// Answers with the history of all nodes as one.
  private func history(
    of report: Address,
    _ question: NodeQuestion,
    _ request: borrowing RequestView
  ) -> Answer {
    let state = state
    let format: HistoryFormat
    do {
      format = try HistoryFormat(request) ?? HistoryFormat(named: report["format"])
    } catch {
      return AdminHandler.problem(.badRequest, "\(error)")
    }
    return .later { exchange in
      let (response, body) =
        switch await question.history(of: report.with("format", nil)) {
        case .refused(let refused): refused.alone
        case .joined(let history): (Response(.ok, fields: format.fields), format.bytes(of: history))
        }
      try await state.respond(to: exchange, response, body: body)
    }
  }
}

/// The nodes that are asked for reports.
private struct NodeQuestion: Sendable {
  /// The report that is a history.
  static let history = OperatorPath.history.text

  let nodes: [NodeReport]
  let reader: FleetReader
  let transport: HTTPFleetTransport

  /// The answers to the reports of a page that can be joined: tables and histories.
  func answers(for console: Console) async -> [Address: Inspection.Answer] {
    // One after the other: nodes have few connections for questions.
    var answers: [Address: Inspection.Answer] = [:]
    for report in console.reports {
      if report.path == NodeQuestion.history {
        switch await history(of: report) {
        case .joined(let history): answers[report] = .history(history)
        case .refused(let refused): answers[report] = .refused(refused.detail)
        }
      } else if AdminReport.at(report.path) != nil {
        switch await tables(of: report) {
        case .joined(let tables): answers[report] = .tables(tables)
        case .refused(let refused): answers[report] = .refused(refused.detail)
        }
      }
    }
    return answers
  }

  /// The history of all nodes as one, with those that have not answered.
  func history(of report: Address) async -> AnswerOfNodes<HistoryAnswer> {
    let answers = await answers(to: report, as: "application/json")
    let found = answers.map { answer in (answer, answer.history) }
    let joined = HistoryAnswer.joined(found.compactMap { one in one.1.map { (one.0.name, $0) } })
    guard var joined else { return .refused(answers[0]) }
    joined.silent = found.filter { $0.1 == nil }.map { ($0.0.name, $0.0.detail) }
    return .joined(joined)
  }

  /// The tables of a report, each with the rows of all nodes, and one of the nodes that have not answered.
  func tables(of report: Address) async -> AnswerOfNodes<[FigureTable]> {
    let answers = await answers(to: report, as: FigureTable.mediaType)
    var missing = FigureTable(FigureTable.silentNodes).columns([
      .init(.node, "The node."), .init(.reason, "why", "Why it has no figures here."),
    ])
    var found: [(node: String, tables: [FigureTable])] = []
    for answer in answers {
      if let tables = answer.tables {
        found.append((answer.name, tables))
      } else {
        missing.add([.text(answer.name), .text(answer.detail)], tone: .failure)
      }
    }
    if found.isEmpty, let answer = answers.first { return .refused(answer) }
    var names: [String] = []
    for (_, tables) in found { names += tables.map(\.name).filter { !names.contains($0) } }
    let joined = names.compactMap { name in
      FigureTable.joined(
        found.compactMap { node, tables in tables.first { $0.name == name }.map { (node, $0) } }
      )
    }
    return .joined(joined + (missing.rows.isEmpty ? [] : [missing]))
  }

  /// The answers by the names of the nodes.
  func answers(to report: Address, as types: String) async -> [NodeAnswer] {
    await withTaskGroup(of: NodeAnswer.self) { group in
      for node in nodes { group.addTask { await answer(of: node, to: report.text, as: types) } }
      var answers: [NodeAnswer] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.name < $1.name }
    }
  }

  private func answer(
    of node: NodeReport,
    to target: String,
    as types: String
  ) async -> NodeAnswer {
    do throws(PlainError) {
      let answer = try await transport.report(target, as: types, for: reader, of: node)
      let type = answer.response.fields["content-type"] ?? ""
      return NodeAnswer(node.name, answer.response.status, type, answer.body)
    } catch {
      let problem = Problem(.plain(.badGateway), detail: "\(error)")
      return NodeAnswer(node.name, .badGateway, "\(Problem.mediaType)", problem.json)
    }
  }
}

/// A report of several nodes as one; the answer of one where none has any.
private enum AnswerOfNodes<Report> {
  case joined(Report)
  case refused(NodeAnswer)
}

/// The answer of a node.
private struct NodeAnswer: Sendable {
  let name: String
  private let status: Status
  private let type: String
  private let body: [UInt8]

  init(_ name: String, _ status: Status, _ type: String, _ body: [UInt8]) {
    (self.name, self.status, self.type, self.body) = (name, status, type, body)
  }

  /// The tables; `nil` for another answer, as that of a release before.
  var tables: [FigureTable]? {
    status == .ok && type == FigureTable.mediaType ? FigureTable.tables(body) : nil
  }

  /// The history; `nil` for another answer.
  var history: HistoryAnswer? { status == .ok ? HistoryAnswer(reading: body) : nil }

  /// The reason why there are no tables and no history.
  var detail: String {
    let problem = try? DataValue(reading: body.span, as: .json)
    return problem?["detail"]?.string ?? "its release answers in another form"
  }

  var alone: (Response, [UInt8]) { (NodeAnswer.response(status, type), body) }

  private static func response(_ status: Status, _ type: String) -> Response {
    let isPage = type.hasPrefix("text/html")
    return Response(
      status,
      fields: isPage ? PageFields.all : ["content-type": type, "cache-control": "no-store"]
    )
  }

  /// All answers behind each other: JSON as `{"nodes": [{"node": …, "status": 200, "report": …}]}`, texts below the names
  /// of their nodes.
  static func joined(_ answers: [NodeAnswer]) -> (Response, [UInt8]) {
    let isJSON = answers.allSatisfy { $0.type.contains("json") }
    var body: [UInt8] = isJSON ? Array("{\"nodes\":[".utf8) : []
    for (number, answer) in answers.enumerated() {
      if isJSON {
        if number > 0 { body.append(UInt8(ascii: ",")) }
        body += Array("{\"node\":".utf8) + DataValue.text(answer.name).json
        body += Array(",\"status\":\(answer.status.code),\"report\":".utf8)
        body += answer.body + Array("}".utf8)
      } else {
        body += Array("\(number > 0 ? "\n" : "")node \(answer.name)\n\n".utf8) + answer.body
      }
    }
    if isJSON { body += Array("]}".utf8) }
    return (response(.ok, isJSON ? "application/json" : "text/plain; charset=utf-8"), body)
  }
}
