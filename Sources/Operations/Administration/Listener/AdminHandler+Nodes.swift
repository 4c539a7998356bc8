// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import DataFiles
package import Fleet
import HTTPClient
package import HTTPServer
package import HTTPValues
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
    let address = Address(request.path.text, AdminEndpoint.query(of: request))
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
    let nodes = all.filter { wanted == Address.allNodes || $0.name == wanted }
    guard !nodes.isEmpty else {
      let names = all.map { "\"\($0.name)\"" }
      return AdminHandler.problem(
        .notFound,
        "there is no node \"\(wanted)\"; expected \(names.joined(separator: ", ")) or * for all"
      )
    }
    let question = NodeQuestion(
      target: address.with(Address.node, nil).text,
      types: request.fields.text(.accept) ?? "*/*",
      reader: FleetReader(role: caller.role.rawValue, name: caller.name ?? ""),
      transport: transport
    )
    let state = state
    return .later { exchange in
      let answers = await question.answers(of: nodes)
      let (response, body) =
        wanted == Address.allNodes
        ? NodeAnswer.joined(answers) : answers.first.map(\.alone) ?? (Response(.badGateway), [])
      try await state.respond(to: exchange, response, body: body)
    }
  }
}

/// A question for a report, which several nodes are asked.
private struct NodeQuestion: Sendable {
  let target: String
  let types: String
  let reader: FleetReader
  let transport: HTTPFleetTransport

  /// The answers by the names of the nodes.
  func answers(of nodes: [NodeReport]) async -> [NodeAnswer] {
    await withTaskGroup(of: NodeAnswer.self) { group in
      for node in nodes { group.addTask { await answer(of: node) } }
      var answers: [NodeAnswer] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.name < $1.name }
    }
  }

  private func answer(of node: NodeReport) async -> NodeAnswer {
    do throws(PlainError) {
      let answer = try await transport.report(target, as: types, for: reader, of: node)
      let type = answer.response.fields["content-type"] ?? ""
      return NodeAnswer(node.name, answer.response.status, type, answer.body)
    } catch {
      let problem = Problem(.plain(.badGateway), detail: "\(node.name): \(error)")
      return NodeAnswer(node.name, .badGateway, "\(Problem.mediaType)", problem.json)
    }
  }
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
