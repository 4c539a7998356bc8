// SPDX-License-Identifier: Apache-2.0

import Bytes
package import JSONValues

// What a document expects of an answer is said in two places: by the schema of the call, and by the
// schema of the datatype, for each value that the body takes out of the answer.

/// The values that a document expects in the answers of one call.
package struct AnswerShape: Sendable {
  /// A place in an answer, and what is expected there.
  fileprivate struct Part: Sendable {
    let path: JSONPath?
    let check: Check
    var isRequired = false
  }

  fileprivate indirect enum Check: Sendable {
    case value(ValueSchema)
    /// These parts are expected of each value, up to a number of them.
    case each([Part], limit: Int)
  }

  fileprivate var parts: [Part] = []

  /// Returns the first value of an answer that is not as expected.
  package func breach(of document: JSONDocument) -> ShapeBreach? {
    AnswerShape.breach(of: parts, in: document, from: document.root, at: "$")
  }

  private static func breach(
    of parts: [Part],
    in document: JSONDocument,
    from start: JSONNode,
    at base: @autoclosure () -> String
  ) -> ShapeBreach? {
    for part in parts {
      // A path is written from its own beginning, `$`.
      func path() -> String { base() + (part.path?.text.dropFirst() ?? "") }
      let nodes = PlanResults.nodes(of: part.path, in: document, from: start)
      switch part.check {
      case .value(let schema):
        guard let node = nodes.first else {
          guard part.isRequired else { continue }
          return ShapeBreach(path: path(), seen: "nothing", expected: "a value")
        }
        if let breach = schema.breach(of: node, in: document, at: path()) { return breach }
      case .each(let parts, let limit):
        for node in nodes.prefix(limit) {
          let breach = breach(of: parts, in: document, from: node, at: path())
          if let breach { return breach }
        }
      }
    }
    return nil
  }
}

extension Template {
  /// Returns what the body expects of the answers of calls, by their numbers: what the calls say
  /// themselves, and what follows from the schema of the body.
  package func shapes(by schema: ValueSchema?, in plan: Plan) -> [Int: AnswerShape] {
    var shapes = ShapeCollector(plan: plan, list: list)
    if let schema { shapes.collect(.object(members), schema) }
    for (number, call) in plan.calls.enumerated() {
      guard let schema = call.schema else { continue }
      shapes.add(AnswerShape.Part(path: nil, check: .value(schema)), number)
    }
    return shapes.calls
  }
}

/// Collects what a schema of a body says of the answers that fill it.
private struct ShapeCollector {
  let plan: Plan
  let list: Template.List?
  private(set) var calls: [Int: AnswerShape] = [:]
  /// The parts of the item that is being mapped, inside of one.
  private var item: [AnswerShape.Part]?

  init(plan: Plan, list: Template.List?) {
    self.plan = plan
    self.list = list
  }

  mutating func add(_ part: AnswerShape.Part, _ call: Int) {
    calls[call, default: AnswerShape()].parts.append(part)
  }

  mutating func collect(
    _ node: Template.Node,
    _ schema: ValueSchema,
    isRequired: Bool = false
  ) {
    guard case .rules(let rules) = schema else { return }
    switch node {
    case .object(let members): collect(members, rules)
    case .array(let nodes):
      if let elements = rules.elements { for node in nodes { collect(node, elements) } }
    case .first(let pick, let otherwise):
      add(pick, .value(schema), isRequired: isRequired && otherwise == nil)
    case .all(let pick):
      guard let elements = rules.elements else { return }
      add(pick, .each([AnswerShape.Part(path: nil, check: .value(elements))], limit: .max))
    case .each(let pick, let node, let limit): collect(node, rules, ofEach: pick, limit)
    case .list(.data(let node)):
      if let list { collect(node, rules, ofEach: list.items, .max) }
    case .match(let call, _, let path, _):
      guard let items = plan.calls[call].index?.items else { return }
      let part = AnswerShape.Part(path: path, check: .value(schema))
      add(AnswerShape.Part(path: items, check: .each([part], limit: .max)), call)
    case .literal, .link, .formatted, .text, .list, .argument, .embed: break
    }
  }

  private mutating func collect(
    _ members: [Template.Member],
    _ rules: ValueSchema.Rules
  ) {
    for member in members {
      let name = member.plainName
      let others: ValueSchema? = if case .like(let schema)? = rules.others { schema } else { nil }
      guard let schema = rules.members[name] ?? others else { continue }
      collect(member.value, schema, isRequired: rules.required.contains(name))
    }
  }

  /// Collects what is expected of each item that a pick finds.
  private mutating func collect(
    _ node: Template.Node,
    _ rules: ValueSchema.Rules,
    ofEach pick: Pick,
    _ limit: Int
  ) {
    guard let elements = rules.elements else { return }
    let outer = item
    item = []
    collect(node, elements)
    let parts = item ?? []
    item = outer
    if !parts.isEmpty { add(pick, .each(parts, limit: limit)) }
  }

  private mutating func add(
    _ pick: Pick,
    _ check: AnswerShape.Check,
    isRequired: Bool = false
  ) {
    var part = AnswerShape.Part(path: pick.path, check: check, isRequired: isRequired)
    if pick.root == .item {
      item?.append(part)
    } else if let call = pick.call {
      // Of many answers any may have it, and where there is no item it is not needed.
      if item != nil || plan.calls[call].batch != nil { part.isRequired = false }
      add(part, call)
    }
  }
}

extension Template.Member {
  /// The name without what JSON puts around it.
  fileprivate var plainName: String {
    let json = Array(name.dropLast())
    guard let document = try? JSONDocument(json) else { return "" }
    return document.string(of: document.root) ?? ""
  }
}
