// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The way of requests through the gateway: from the class of the client to the route, to where the answer
/// came from, to the services that were called.
package struct TrafficFlow: Equatable {
  /// The stages of the way, from left to right.
  package enum Stage: Int, CaseIterable {
    case client, route, source, service

    package var title: String {
      switch self {
      case .client: "Clients"
      case .route: "Routes"
      case .source: "Answers from"
      case .service: "Services"
      }
    }
  }

  package struct Node: Hashable {
    package let stage: Stage
    package let name: String
  }

  /// Requests, or calls, and how many of them failed.
  package struct Count: Equatable {
    package var all = 0
    package var failed = 0
  }

  package struct Link: Equatable {
    package let from: Node
    package let to: Node
    package let count: Count
  }

  /// The most nodes of a stage; those with the least requests are one node together.
  package static let mostNodes = 12
  package static let others = "others"
  package static let unsaid = "unsaid"

  /// The links, the strongest first.
  package let links: [Link]
  package let requests: Int

  /// - Parameters:
  ///   - records: events; those that are no requests do not count.
  ///   - routes: the routes as the sites declare them, such as `/items/{id}`.
  package init(_ records: [EventRecord], routes: [String]) {
    let templates = RouteTemplates(routes)
    var counts: [Pair: Count] = [:]
    var requests = 0
    func add(_ from: Node, _ to: Node, isFailed: Bool) {
      var count = counts[Pair(from: from, to: to)] ?? Count()
      count.all += 1
      if isFailed { count.failed += 1 }
      counts[Pair(from: from, to: to)] = count
    }
    for record in records where record.kind == .request {
      requests += 1
      let isFailed = record.level == .error
      let device = record.text(.device)
      let client = Node(stage: .client, name: device.isEmpty ? TrafficFlow.unsaid : device)
      let document = record.text(.document)
      let label = document.isEmpty ? record.text(.pass) : templates.route(of: "/\(document)")
      let route = Node(stage: .route, name: label.isEmpty ? "no route" : label)
      let text = record.text(.source)
      let source = Node(stage: .source, name: text.isEmpty ? "nothing" : text)
      add(client, route, isFailed: isFailed)
      add(route, source, isFailed: isFailed)
      for call in RequestPage.calls(of: record) {
        let service = Node(stage: .service, name: call.text("name"))
        add(source, service, isFailed: call.isBad)
      }
    }
    self.requests = requests
    links = TrafficFlow.merged(counts).sorted {
      ($1.count.all, $0.from.stage.rawValue, $0.from.name, $0.to.name)
        < ($0.count.all, $1.from.stage.rawValue, $1.from.name, $1.to.name)
    }
  }

  private struct Pair: Hashable {
    let from: Node
    let to: Node
  }

  /// The links with the smallest nodes of a stage as one.
  private static func merged(_ counts: [Pair: Count]) -> [Link] {
    var weights: [Node: Int] = [:]
    for (pair, count) in counts {
      weights[pair.from, default: 0] += count.all
      weights[pair.to, default: 0] += count.all
    }
    var shown: Set<Node> = []
    for stage in Stage.allCases {
      let nodes = weights.filter { $0.key.stage == stage }.sorted {
        ($1.value, $0.key.name) < ($0.value, $1.key.name)
      }
      shown.formUnion(nodes.prefix(mostNodes).map(\.key))
    }
    func visible(_ node: Node) -> Node {
      shown.contains(node) ? node : Node(stage: node.stage, name: others)
    }
    var merged: [Pair: Count] = [:]
    for (pair, count) in counts {
      let visiblePair = Pair(from: visible(pair.from), to: visible(pair.to))
      var sum = merged[visiblePair] ?? Count()
      sum.all += count.all
      sum.failed += count.failed
      merged[visiblePair] = sum
    }
    return merged.map { Link(from: $0.key.from, to: $0.key.to, count: $0.value) }
  }
}

/// Finds the route of a document by the paths that sites declare.
private struct RouteTemplates {
  private let plain: Set<String>
  private let parts: [(route: String, parts: [Substring])]

  init(_ routes: [String]) {
    plain = Set(routes.filter { !$0.contains("{") && !$0.contains("*") })
    parts = routes.filter { $0.contains("{") || $0.contains("*") }
      .map { ($0, $0.split(separator: "/")) }
  }

  func route(of path: String) -> String {
    if plain.contains(path) { return path }
    let asked = path.split(separator: "/")
    return parts.first { RouteTemplates.matches($0.parts, asked) }?.route ?? path
  }

  private static func matches(_ parts: [Substring], _ asked: [Substring]) -> Bool {
    if parts.last == "*" {
      return asked.count >= parts.count
        && zip(parts.dropLast(), asked).allSatisfy { $0 == $1 || $0.contains("{") }
    }
    return parts.count == asked.count
      && zip(parts, asked).allSatisfy { $0 == $1 || $0.contains("{") }
  }
}
