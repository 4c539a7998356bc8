// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Plans

extension PlanResults {
  /// Why a call is not made: what it was to be told came of another call that has nothing to say.
  static let noValue = "no-value"

  /// Whether everything that a call waits for is there, or will never be.
  func isReady(_ call: Int) -> Bool {
    guard case .waiting = calls[call].state else { return false }
    return plan.calls[call].dependencies.allSatisfy { number in
      if case .done = calls[number].state { true } else { false }
    }
  }

  /// The requests of a call; `nil` if something is missing that it cannot be made without.
  func requests(of number: Int) -> [CallRequest]? {
    let call = plan.calls[number]
    var values: [String: URITemplate.Value] = [:]
    for name in call.path.variableNames {
      switch call.arguments[name] {
      case .literal(let text): values[name] = .string(text)
      case .pick(let pick):
        let texts = texts(of: pick)
        if case .call = pick.root, texts.isEmpty { return nil }
        values[name] =
          texts.count == 1 && call.batch?.variable != name
          ? .string(texts[0]) : texts.isEmpty ? nil : .list(texts)
      case nil:
        let text =
          inputs.route[name] ?? inputs.query[name]
          ?? VisitorFact(rawValue: name).flatMap { inputs.facts[$0] }
        values[name] = text.map { .string($0) } ?? inputs.values[name].map { .list($0) }
      }
    }
    guard let batch = call.batch, case .list(let list) = values[batch.variable] else {
      return target(of: call, values).map { [CallRequest(call: call, target: $0)] }
    }
    var requests: [CallRequest] = []
    for piece in PlanResults.pieces(of: PlanResults.unique(list), size: batch.size) {
      values[batch.variable] = .list(piece)
      guard let target = target(of: call, values) else { return nil }
      requests.append(CallRequest(call: call, target: target))
    }
    return requests
  }

  private func target(of call: PlannedCall, _ values: [String: URITemplate.Value]) -> String? {
    try? call.path.expand(values)
  }

  private static func unique(_ values: [String]) -> [String] {
    var seen: Set<String> = []
    return values.filter { seen.insert($0).inserted }
  }

  private static func pieces(of values: [String], size: Int) -> [[String]] {
    stride(from: 0, to: values.count, by: size).map {
      Array(values[$0..<min($0 + size, values.count)])
    }
  }
}
