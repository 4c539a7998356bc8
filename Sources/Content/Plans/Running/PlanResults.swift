// SPDX-License-Identifier: Apache-2.0

import ContentModel
import JSONValues

/// The results of a plan's calls so far.
struct PlanResults {
  /// How far a call is.
  enum State {
    case waiting
    case under(way: Int)
    case done
  }

  /// The result of one call.
  struct Result {
    var state = State.waiting
    /// One for each part of a batch, in the order of the values.
    var documents: [JSONDocument?] = []
    var tags: [String] = []
    /// What its answers, be they none, come to together.
    var freshness = Freshness.unlimited
    var isStale = false
    /// Why there is no answer, or no whole one.
    var failure: CallFailure?
    /// The service's word that there is nothing, of the whole or a part.
    var absence: Absence?
  }

  let plan: Plan
  let inputs: PlanInputs
  var calls: [Result]

  init(_ plan: Plan, _ inputs: PlanInputs) {
    self.plan = plan
    self.inputs = inputs
    calls = Array(repeating: Result(), count: plan.calls.count)
  }

  /// The documents of a call that there are.
  func documents(of call: Int) -> some Sequence<JSONDocument> {
    calls[call].documents.lazy.compactMap(\.self)
  }

  /// The texts that a pick finds outside of items.
  func texts(of pick: Pick) -> [String] { values(of: pick).map(\.text) }

  /// The same, each with what it is in JSON.
  func values(of pick: Pick) -> [CallValue] {
    switch pick.root {
    case .route(let name): inputs.route[name].map { [CallValue($0)] } ?? []
    case .query(let name): inputs.query[name].map { [CallValue($0)] } ?? []
    case .flow(let name): inputs.flow[name].map { [CallValue($0)] } ?? []
    case .visitor(let fact): inputs.facts[fact].map { [CallValue($0)] } ?? []
    case .item: []
    case .call(let name):
      plan.index(of: name).map { number in
        documents(of: number).flatMap { document in
          PlanResults.nodes(of: pick.path, in: document, from: document.root)
            .compactMap { CallValue($0, in: document) }
        }
      } ?? []
    }
  }

  /// The nodes that a path leads to; a path that would visit too many leads nowhere.
  static func nodes(
    of path: JSONPath?,
    in document: JSONDocument,
    from start: JSONNode
  ) -> [JSONNode] {
    guard let path else { return [start] }
    return (try? path.nodes(in: document, from: start)) ?? []
  }

  /// A node as a text in a URL: a string's characters, or what a number or boolean is written as.
  static func text(of node: JSONNode, in document: JSONDocument) -> String? {
    switch document.kind(of: node) {
    case .string: return document.string(of: node)
    case .number, .boolean:
      let source = document.source(of: node)
      return String(decoding: source.indices.map { source[$0] }, as: UTF8.self)
    case .null, .array, .object: return nil
    }
  }
}
