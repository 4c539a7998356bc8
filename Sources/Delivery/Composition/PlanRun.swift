// SPDX-License-Identifier: Apache-2.0

package import Plans

// A plan's graph is run by its readiness: a call goes out as soon as what it waits for is there, so
// that the whole takes as long as the longest way through the graph. The first required call that
// fails ends the run, and what is still under way is cancelled.

/// Makes the calls that a body needs and composes it.
package struct PlanRun: Sendable {
  /// Gets an answer, from wherever it is.
  package typealias Fetch = @Sendable (CallRequest) async -> CallOutcome

  private let plan: Plan
  private let template: Template
  private let inputs: PlanInputs

  package init(_ plan: Plan, _ template: Template, _ inputs: PlanInputs) {
    self.plan = plan
    self.template = template
    self.inputs = inputs
  }

  /// One part of one call.
  private struct Step {
    let call: Int
    let part: Int
    let request: CallRequest
  }

  /// - Parameters:
  ///   - known: an answer that is there already; asked before anything is waited for.
  ///   - fetch: gets what is not; ends when the time of the whole is over.
  package func run(
    known: (CallRequest) -> Fragment?,
    fetch: @escaping Fetch
  ) async -> Composition {
    var results = PlanResults(plan, inputs)
    let needed = plan.closure(of: template.needed).sorted()
    let first = start(needed, &results, known)
    if let only = first.first, first.count == 1 {
      // The usual plan of one call needs no task beside ours.
      finish(only, await fetch(only.request), &results)
      let next = start(needed, &results, known)
      if !next.isEmpty { await runAll(next, needed, &results, known, fetch) }
    } else if !first.isEmpty {
      await runAll(first, needed, &results, known, fetch)
    }
    return composition(results, needed)
  }

  private func runAll(
    _ first: [Step],
    _ needed: [Int],
    _ results: inout PlanResults,
    _ known: (CallRequest) -> Fragment?,
    _ fetch: @escaping Fetch
  ) async {
    await withTaskGroup(of: (step: Int, outcome: CallOutcome).self) { group in
      var steps: [Step] = []
      func add(_ more: [Step]) {
        for step in more {
          let number = steps.count
          steps.append(step)
          let request = step.request
          group.addTask { (number, await fetch(request)) }
        }
      }
      add(first)
      while let (number, outcome) = await group.next() {
        finish(steps[number], outcome, &results)
        guard !hasFailed(results) else {
          group.cancelAll()
          return
        }
        add(start(needed, &results, known))
      }
    }
  }

  /// The steps that can be taken now, but for those whose answers are known.
  private func start(
    _ needed: [Int],
    _ results: inout PlanResults,
    _ known: (CallRequest) -> Fragment?
  ) -> [Step] {
    var steps: [Step] = []
    var isChanged = true
    while isChanged, !hasFailed(results) {
      isChanged = false
      for call in needed where results.isReady(call) {
        guard let requests = results.requests(of: call) else {
          fail(call, PlanResults.noValue, &results)
          isChanged = true
          continue
        }
        results.calls[call].documents = Array(repeating: nil, count: requests.count)
        var waiting = 0
        for (part, request) in requests.enumerated() {
          if let fragment = known(request) {
            keep(fragment, part, of: call, &results)
          } else {
            steps.append(Step(call: call, part: part, request: request))
            waiting += 1
          }
        }
        results.calls[call].state = waiting == 0 ? .done : .under(way: waiting)
        if waiting == 0 { isChanged = true }
      }
    }
    return steps
  }

  private func keep(
    _ fragment: Fragment,
    _ part: Int,
    of call: Int,
    _ results: inout PlanResults
  ) {
    results.calls[call].documents[part] = fragment.document
    results.calls[call].fragments.append(fragment)
  }

  private func finish(_ step: Step, _ outcome: CallOutcome, _ results: inout PlanResults) {
    switch outcome {
    case .fragment(let fragment): keep(fragment, step.part, of: step.call, &results)
    case .stale(let fragment):
      keep(fragment, step.part, of: step.call, &results)
      results.calls[step.call].isStale = true
    case .failure(let reason): fail(step.call, reason, &results)
    }
    if case .under(let way) = results.calls[step.call].state {
      results.calls[step.call].state = way == 1 ? .done : .under(way: way - 1)
    }
  }

  /// Lets stand in what the call says.
  private func fail(_ number: Int, _ reason: String, _ results: inout PlanResults) {
    results.calls[number].failure = reason
    if case .waiting = results.calls[number].state { results.calls[number].state = .done }
    if case .literal(let document) = plan.calls[number].standIn {
      results.calls[number].documents.append(document)
    }
  }

  private func hasFailed(_ results: PlanResults) -> Bool {
    plan.calls.indices.contains { isFatal($0, results) }
  }

  private func isFatal(_ call: Int, _ results: PlanResults) -> Bool {
    guard results.calls[call].failure != nil else { return false }
    if case .none = plan.calls[call].standIn { return true }
    return false
  }

  private func composition(_ results: PlanResults, _ needed: [Int]) -> Composition {
    if let fatal = needed.first(where: { isFatal($0, results) }) {
      return .failure(
        call: plan.calls[fatal].name,
        reason: results.calls[fatal].failure ?? PlanResults.noValue
      )
    }
    var writer = TemplateWriter(results)
    writer.write(template)
    var composed = ComposedBody(bytes: writer.bytes)
    for call in needed {
      let result = results.calls[call]
      if result.failure != nil { composed.missing.append(plan.calls[call].name) }
      if result.isStale { composed.stale.append(plan.calls[call].name) }
      if writer.unfit.contains(call), result.failure == nil, !result.isStale {
        composed.missing.append(plan.calls[call].name)
      }
      for fragment in result.fragments {
        composed.expire = min(composed.expire ?? fragment.expire, fragment.expire)
        for tag in fragment.tags where !composed.tags.contains(tag) { composed.tags.append(tag) }
      }
    }
    return .body(composed)
  }
}
