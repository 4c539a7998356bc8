// SPDX-License-Identifier: Apache-2.0

import HTTPValues

extension PlanResults {
  /// The failure of a call that is not made.
  func missingArgument(of call: Int) -> MissingArgument {
    MissingArgument(call: plan.calls[call].name, path: plan.calls[call].path.source)
  }

  /// Whether everything that a call waits for is there, or will never be.
  func isReady(_ call: Int) -> Bool {
    guard case .waiting = calls[call].state else { return false }
    return plan.calls[call].dependencies.allSatisfy { number in
      if case .done = calls[number].state { true } else { false }
    }
  }

  /// The requests of a call; `nil` if something is missing that it cannot be made without.
  func requests(of call: Int, for run: PlanRun) -> ShortList<CallRequest>? {
    // A declared call has a dozen references: its members are read where they are, not from a copy.
    var arguments = CallArguments()
    for name in plan.calls[call].variableNames {
      switch argument(name, of: call) {
      case .missing: return nil
      case .nothing: break
      case .value(let value): arguments[name] = value
      }
    }
    guard let batch = plan.calls[call].batch,
      case .several(let list) = arguments[batch.variable]
    else { return request(of: call, arguments, for: run).map { ShortList($0) } }
    var requests = ShortList<CallRequest>()
    for piece in PlanResults.pieces(of: PlanResults.unique(list), size: batch.size) {
      arguments[batch.variable] = .several(piece)
      guard var request = request(of: call, arguments, for: run) else { return nil }
      request.part = requests.count
      requests.append(request)
    }
    return requests
  }

  /// The value of a variable.
  private enum Argument {
    case value(CallArgument)
    /// Its place stays empty.
    case nothing
    /// It came of another call, without which this one is not made.
    case missing
  }

  private func argument(_ name: String, of call: Int) -> Argument {
    switch plan.calls[call].arguments[name] {
    case .literal(let text): return .value(.one(CallValue(text)))
    case .pick(let pick):
      let values = values(of: pick)
      if values.isEmpty { return pick.call == nil ? .nothing : .missing }
      let isOne = values.count == 1 && plan.calls[call].batch?.variable != name
      return .value(isOne ? .one(values[0]) : .several(values))
    case nil: return input(name).map { .value($0) } ?? .nothing
    }
  }

  /// The value of a name that the request or the visitor gives.
  private func input(_ name: String) -> CallArgument? {
    if let text = inputs.route[name] ?? inputs.query[name] ?? inputs.flow[name] {
      return .one(CallValue(text))
    }
    if let texts = inputs.values[name] { return .several(texts.map { CallValue($0) }) }
    return VisitorFact(rawValue: name).flatMap { inputs.facts[$0] }.map { .one(CallValue($0)) }
  }

  private func request(
    of call: Int,
    _ arguments: CallArguments,
    for run: PlanRun
  ) -> CallRequest? {
    guard let target = try? plan.calls[call].path.expand({ arguments[$0]?.template }),
      !NormalPath.hasDotSegment(target.utf8Span.span)
    else { return nil }
    guard let body = plan.calls[call].body else { return CallRequest(call, of: run, target) }
    var writer = TemplateWriter(self, arguments: arguments.json)
    writer.write(body)
    let bytes = [UInt8(ascii: "{")] + writer.bytes + [UInt8(ascii: "}")]
    return CallRequest(call, of: run, target, body: bytes)
  }

  private static func unique(_ values: [CallValue]) -> [CallValue] {
    var seen: Set<String> = []
    return values.filter { seen.insert($0.text).inserted }
  }

  private static func pieces(of values: [CallValue], size: Int) -> [[CallValue]] {
    stride(from: 0, to: values.count, by: size).map {
      Array(values[$0..<min($0 + size, values.count)])
    }
  }
}
