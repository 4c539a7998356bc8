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

  /// Gets a document that is to stand in this one, from wherever it is.
  package typealias FetchEmbedded = @Sendable (EmbedRequest) async -> EmbeddedBody

  /// One part of one call.
  private struct Step {
    let call: Int
    let part: Int
    let request: CallRequest
  }

  /// - Parameters:
  ///   - known: an answer that is there already; asked before anything is waited for.
  ///   - fetch: gets what is not; ends when the time of the whole is over.
  ///   - embed: gets documents that stand in this one; those that need no call's answer begin at once.
  package func run(
    known: (CallRequest) -> Fragment?,
    fetch: @escaping Fetch,
    embed: @escaping FetchEmbedded
  ) async -> Composition {
    let writer = TemplateWriter(PlanResults(plan, inputs))
    let early = template.early.compactMap { writer.request(of: $0) }
    guard !early.isEmpty else {
      let results = await runCalls(known, fetch)
      return await composition(results.0, results.needed, [:], embed)
    }
    async let embedded = PlanRun.all(early, embed)
    let results = await runCalls(known, fetch)
    return await composition(results.0, results.needed, await embedded, embed)
  }

  /// Gets several documents at the same time, each once.
  private static func all(
    _ requests: [EmbedRequest],
    _ embed: @escaping FetchEmbedded
  ) async -> [EmbedRequest: EmbeddedBody] {
    let unique = Set(requests)
    if let only = unique.first, unique.count == 1 { return [only: await embed(only)] }
    return await withTaskGroup(of: (EmbedRequest, EmbeddedBody).self) { group in
      for request in unique { group.addTask { (request, await embed(request)) } }
      var bodies: [EmbedRequest: EmbeddedBody] = [:]
      for await (request, body) in group { bodies[request] = body }
      return bodies
    }
  }

  private func runCalls(
    _ known: (CallRequest) -> Fragment?,
    _ fetch: @escaping Fetch
  ) async -> (PlanResults, needed: [Int]) {
    var results = PlanResults(plan, inputs)
    let needed = plan.closure(of: template.needed(for: inputs.list)).sorted()
    let first = start(needed, &results, known)
    if let only = first.first, first.count == 1 {
      // The usual plan of one call needs no task beside ours.
      finish(only, await fetch(only.request), &results)
      let next = start(needed, &results, known)
      if !next.isEmpty { await runAll(next, needed, &results, known, fetch) }
    } else if !first.isEmpty {
      await runAll(first, needed, &results, known, fetch)
    }
    return (results, needed)
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
    case .absent(let absence):
      results.calls[step.call].absence = absence
      letStandIn(step.call, &results)
    case .failure(let reason): fail(step.call, reason, &results)
    }
    if case .under(let way) = results.calls[step.call].state {
      results.calls[step.call].state = way == 1 ? .done : .under(way: way - 1)
    }
  }

  private func fail(_ number: Int, _ reason: String, _ results: inout PlanResults) {
    results.calls[number].failure = reason
    if case .waiting = results.calls[number].state { results.calls[number].state = .done }
    letStandIn(number, &results)
  }

  /// Lets stand in what the call says.
  private func letStandIn(_ number: Int, _ results: inout PlanResults) {
    if case .literal(let document) = plan.calls[number].standIn {
      results.calls[number].documents.append(document)
    }
  }

  private func hasFailed(_ results: PlanResults) -> Bool {
    plan.calls.indices.contains { isFatal($0, results) }
  }

  private func isFatal(_ call: Int, _ results: PlanResults) -> Bool {
    guard results.calls[call].failure != nil || results.calls[call].absence != nil else {
      return false
    }
    if case .none = plan.calls[call].standIn { return true }
    return false
  }

  private func composition(
    _ results: PlanResults,
    _ needed: [Int],
    _ early: [EmbedRequest: EmbeddedBody],
    _ embed: @escaping FetchEmbedded
  ) async -> Composition {
    if let fatal = needed.first(where: { isFatal($0, results) }) {
      let (call, result) = (plan.calls[fatal].name, results.calls[fatal])
      if result.failure == nil, let absence = result.absence { return .absent(call: call, absence) }
      return .failure(call: call, reason: result.failure ?? PlanResults.noValue)
    }
    var embedded = early
    var writer = TemplateWriter(results, embedded: embedded)
    writer.write(template)
    if !writer.wanted.isEmpty {
      let room = max(0, ComposedBody.maximumEmbeds - embedded.count)
      let late = await PlanRun.all(Array(writer.wanted.prefix(room)), embed)
      embedded.merge(late) { _, late in late }
      for beyond in writer.wanted.dropFirst(room) { embedded[beyond] = .failure }
      writer = TemplateWriter(results, embedded: embedded)
      writer.write(template)
    }
    var composed = ComposedBody(bytes: writer.bytes)
    for call in needed {
      let isUnfit = writer.unfit.contains(call)
      add(results.calls[call], plan.calls[call].name, isUnfit: isUnfit, to: &composed)
    }
    for request in embedded.keys.sorted(by: { $0.path < $1.path }) {
      if let body = embedded[request] { composed.add(request, body) }
    }
    return .body(composed)
  }

  private func add(
    _ result: PlanResults.Result,
    _ name: String,
    isUnfit: Bool,
    to composed: inout ComposedBody
  ) {
    if result.failure != nil { composed.missing.append(name) }
    if result.isStale { composed.stale.append(name) }
    if isUnfit, result.failure == nil, !result.isStale { composed.missing.append(name) }
    for fragment in result.fragments { composed.add(expire: fragment.expire, fragment.tags) }
    if let absence = result.absence { composed.add(expire: absence.expire, absence.tags) }
  }
}
