// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ProgramTesting
import Reactor

/// Several processes that serve a site as a fleet, each with a copy of the site's files.
final class ServedFleet: Sendable {
  enum Engine: Sendable, CaseIterable { case folder, postgreSQL }

  struct Node {
    let command: RunningCommand
    /// The files and the database stay as long as a node does.
    let fleet: ServedFleet
    let visitors: SocketAddress
    let operators: SocketAddress
  }

  let sites = ServedSites()
  private let store: [String]
  /// The database; `nil` for a folder.
  let cluster: PostgreSQLCluster?

  init(_ engine: Engine) throws {
    switch engine {
    case .folder:
      store = ["--fleet", "\(sites.folder)/fleet"]
      cluster = nil
    case .postgreSQL:
      let cluster = try PostgreSQLCluster()
      store = ["--fleet", cluster.address(), "--node-listen", "127.0.0.1:0"]
      self.cluster = cluster
    }
  }

  /// Begins a node, whose files and state stay for its next start.
  func start(
    _ name: String,
    _ settings: String = "",
    files isWritten: Bool = true,
    places: [String]? = nil
  ) async throws -> Node {
    if isWritten { try sites.write("\(name)/shop", settings) }
    let command = try RunningCommand(
      ["--site", "\(sites.folder)/\(name)/shop"] + (places ?? RunningCommand.anywhere) + [
        "--state", "\(sites.folder)/\(name)/state",
      ]
        + ["--node", name] + store,
      environment: cluster == nil ? [:] : ["PORTICO_FLEET_KEY": "a key that all nodes share"]
    )
    let (visitors, operators) = try await command.addresses()
    return Node(command: command, fleet: self, visitors: visitors, operators: operators)
  }

  /// Changes what the files of a node say.
  func change(_ name: String, to text: String) throws {
    try sites.put(
      #"{ datatype: "config", body: { of: "\#(text)" } }"#,
      at: "\(name)/shop/Content/config.json5"
    )
  }
}

extension ServedFleet.Node {
  /// The text that the node's one document has.
  func served() async throws -> String {
    let answer = PlainAnswer(try await RunningCommand.ask("GET /config", at: visitors))
    return try answer.json.text("of") ?? answer.status
  }

  func ask(_ line: String, _ body: String? = nil) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask(line, body, at: operators))
  }

  /// The whole answer for a page of the console.
  func page(_ target: String) async throws -> String {
    try await RunningCommand.ask("GET \(target)", at: operators, accept: "text/html")
  }

  /// The row of each node, by its name.
  func nodes() async throws -> [String: DataValue] {
    let rows = try await ask("GET /nodes").json.list("nodes")
    return Dictionary(rows.map { ($0.text("node") ?? "", $0) }) { first, _ in first }
  }
}
