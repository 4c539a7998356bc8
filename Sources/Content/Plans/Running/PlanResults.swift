// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import JSONValues

/// The results of a plan's calls so far, for the run and for what writes its body.
final class PlanResults {
  /// Progress of a call.
  enum State {
    case waiting
    case under(way: Int)
    case done
  }

  /// The result of one call.
  struct Result {
    var state = State.waiting
    /// One for each part of a batch, in the order of the values; behind them what stands in.
    var fragments = ShortList<Fragment?>()
    var tags: [String] = []
    /// Freshness of all its answers together; unlimited where there are none.
    var freshness = Freshness.unlimited
    var isStale = false
    /// Failure of a call without an answer, or without a whole one.
    var failure: CallFailure?
    /// The service's word that there is nothing, of the whole or a part.
    var absence: Absence?
  }

  let plan: Plan
  let inputs: PlanInputs
  private(set) var calls: [Result]
  /// Whether a call that there is no body without has no answer.
  private(set) var hasFatal = false
  /// Number of calls under way.
  private(set) var waitingCalls = 0
  /// The length of all answers together.
  private(set) var byteCount = 0

  init(_ plan: Plan, _ inputs: PlanInputs) {
    self.plan = plan
    self.inputs = inputs
    calls = (0..<self.plan.calls.count).map { _ in Result() }
  }

  // MARK: what comes

  /// A call is made by so many requests.
  func begin(_ call: Int, parts: Int) {
    calls[call].fragments = ShortList(repeating: nil, count: parts)
    calls[call].state = parts == 0 ? .done : .under(way: parts)
    if parts > 0 { waitingCalls += 1 }
  }

  /// Takes the outcome of one request of a call.
  func end(_ call: Int, _ part: Int, _ outcome: CallOutcome) {
    switch outcome {
    case .fragment(let fragment): keep(fragment, part, of: call)
    case .stale(let fragment):
      keep(fragment, part, of: call)
      calls[call].isStale = true
    case .absent(let absence):
      calls[call].absence = absence
      if plan.calls[call].isRequired { hasFatal = true }
      calls[call].freshness.join(absence.freshness)
      calls[call].tags += absence.tags
      letStandIn(call)
    case .failure(let failure): fail(call, failure)
    }
    guard case .under(let way) = calls[call].state else { return }
    calls[call].state = way == 1 ? .done : .under(way: way - 1)
    if way == 1 { waitingCalls -= 1 }
  }

  /// A call is not made, for want of what it was to be told.
  func skip(_ call: Int) {
    calls[call].state = .done
    fail(call, CallFailure(missingArgument(of: call), .shared))
  }

  private func keep(_ fragment: Fragment, _ part: Int, of call: Int) {
    calls[call].fragments[part] = fragment
    byteCount += fragment.document.bytes.count
    calls[call].freshness.join(fragment.freshness)
    if calls[call].tags.isEmpty {
      calls[call].tags = fragment.tags
    } else {
      calls[call].tags += fragment.tags
    }
  }

  private func fail(_ call: Int, _ failure: CallFailure) {
    calls[call].failure = failure
    if plan.calls[call].isRequired { hasFatal = true }
    calls[call].freshness.privacy = max(calls[call].freshness.privacy, failure.privacy)
    letStandIn(call)
  }

  private func letStandIn(_ call: Int) {
    if case .literal(let fragment) = plan.calls[call].standIn {
      calls[call].fragments.append(fragment)
      byteCount += fragment.document.bytes.count
    }
  }

  // MARK: what is there

  /// The number of answers to a call, of which those that are not there count, too.
  func partCount(of call: Int) -> Int { calls[call].fragments.count }

  /// An answer to a call, if it is there.
  func fragment(_ part: Int, of call: Int) -> Fragment? { calls[call].fragments[part] }

  /// Whether there was no answer to a call, or to a part of it, that there is no body without.
  func isFatal(_ call: Int) -> Bool {
    (calls[call].failure != nil || calls[call].absence != nil) && plan.calls[call].isRequired
  }

  /// The result of a call that there is no body without, which follows from all calls before it.
  func failure(of call: Int) -> PlanOutcome {
    let name = plan.calls[call].name
    let privacy = calls.map(\.freshness.privacy).max() ?? .shared
    if calls[call].failure == nil, let absence = calls[call].absence {
      return .absent(call: name, absence.limited(to: privacy))
    }
    var failure = calls[call].failure ?? CallFailure(missingArgument(of: call), privacy)
    failure.privacy = privacy
    return .failure(call: name, failure)
  }

  /// The texts that a pick finds outside of items.
  func texts(of pick: Pick) -> [String] { values(of: pick).map(\.text) }

  /// The same, each with what it is in JSON.
  func values(of pick: Pick) -> [CallValue] {
    guard let call = pick.call else { return input(pick).map { [CallValue($0)] } ?? [] }
    return calls[call].fragments.flatMap { fragment -> [CallValue] in
      guard let document = fragment?.document else { return [] }
      return PlanResults.nodes(of: pick.path, in: document, from: document.root)
        .compactMap { CallValue($0, in: document) }
    }
  }

  /// The first text that a pick finds outside of items.
  func text(of pick: Pick) -> String? { pick.call == nil ? input(pick) : texts(of: pick).first }

  /// The text of a pick that is in no answer.
  private func input(_ pick: Pick) -> String? {
    switch pick.root {
    case .route(let name): inputs.route[name]
    case .query(let name): inputs.query[name]
    case .flow(let name): inputs.flow[name]
    case .visitor(let fact): inputs.facts[fact]
    case .item, .call: nil
    }
  }

  /// The nodes that a path leads to; a path that would visit too many leads nowhere.
  static func nodes(
    of path: JSONPath?,
    in document: borrowing JSONDocument,
    from start: JSONNode
  ) -> [JSONNode] {
    guard let path else { return [start] }
    return (try? path.nodes(in: document, from: start)) ?? []
  }

  /// A node as a text in a URL: a string's characters, or what a number or boolean is written as.
  static func text(of node: JSONNode, in document: borrowing JSONDocument) -> String? {
    switch document.kind(of: node) {
    case .string: document.string(of: node)
    case .number, .boolean: document.source(of: node).text
    case .null, .array, .object: nil
    }
  }
}
