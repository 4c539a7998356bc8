// SPDX-License-Identifier: Apache-2.0

import ContentModel

// A plan's graph is run by its readiness: a call goes out as soon as what it waits for is there, so
// that the whole takes as long as the longest way through the graph. The first required call that
// fails ends the run, and what is still under way is cancelled.
//
// A run is a machine and no task: it knows no clock and no loop, and goes on with each outcome that
// its source brings, on whatever thread that is, one at a time.

/// Makes the calls that a body needs and composes it. It holds itself until it is over.
package final class PlanRun {
  private let template: Template
  private let source: any PlanSource
  private var then: ((Composition) -> Void)?

  private var results: PlanResults
  private var plan: Plan { results.plan }
  private let needed: [Int]
  /// How many calls are under way.
  private var waitingCalls = 0
  private var embedded: [EmbedRequest: EmbeddedBody] = [:]
  /// How many documents are being fetched that stand in this one.
  private var waitingEmbeds = 0
  /// Whether the body was written once, and what it turned out to want besides is asked for.
  private var isWritten = false
  /// Whether somebody is at it already, who sees what has come.
  private var isAdvancing = false
  private var underWay: [any UnderWay] = []

  package init(
    _ plan: Plan,
    _ template: Template,
    _ inputs: PlanInputs,
    from source: any PlanSource,
    then: @escaping (Composition) -> Void
  ) {
    self.template = template
    self.source = source
    self.then = then
    results = PlanResults(plan, inputs)
    needed =
      inputs.list == nil
      ? template.calls : plan.closure(of: template.needed(for: inputs.list)).sorted()
  }

  /// Begins all that waits for nothing. Documents that stand in this one and need no call's answer are
  /// fetched beside the calls.
  package func begin() {
    if !template.early.isEmpty {
      let writer = TemplateWriter(results)
      embed(Set(template.early.compactMap { writer.request(of: $0) }))
    }
    advance()
  }

  /// Goes on with what has come.
  private func advance() {
    guard !isAdvancing, then != nil else { return }
    isAdvancing = true
    while fatal == nil, let call = needed.first(where: { results.isReady($0) }) { begin(call) }
    isAdvancing = false
    if let fatal { return end(failure(of: fatal)) }
    if waitingCalls == 0, waitingEmbeds == 0 { compose() }
  }

  // MARK: calls

  private func begin(_ call: Int) {
    guard let requests = results.requests(of: call) else {
      results.calls[call].state = .done
      return fail(call, CallFailure(reason: PlanResults.noValue, .shared))
    }
    results.calls[call].documents = Array(repeating: nil, count: requests.count)
    results.calls[call].state = requests.isEmpty ? .done : .under(way: requests.count)
    if !requests.isEmpty { waitingCalls += 1 }
    for (part, request) in requests.enumerated() {
      let pending = source.fetch(request) { [self] outcome in
        finish(call, part, outcome)
        advance()
      }
      if let pending { underWay.append(pending) }
    }
  }

  private func finish(_ call: Int, _ part: Int, _ outcome: CallOutcome) {
    switch outcome {
    case .fragment(let fragment): keep(fragment, part, of: call)
    case .stale(let fragment):
      keep(fragment, part, of: call)
      results.calls[call].isStale = true
    case .absent(let absence):
      results.calls[call].absence = absence
      results.calls[call].freshness.join(absence.freshness)
      results.calls[call].tags += absence.tags
      letStandIn(call)
    case .failure(let failure): fail(call, failure)
    }
    guard case .under(let way) = results.calls[call].state else { return }
    results.calls[call].state = way == 1 ? .done : .under(way: way - 1)
    if way == 1 { waitingCalls -= 1 }
  }

  private func keep(_ fragment: Fragment, _ part: Int, of call: Int) {
    results.calls[call].documents[part] = fragment.document
    results.calls[call].freshness.join(fragment.freshness)
    results.calls[call].tags += fragment.tags
  }

  private func fail(_ call: Int, _ failure: CallFailure) {
    results.calls[call].failure = failure
    results.calls[call].freshness.privacy = max(
      results.calls[call].freshness.privacy,
      failure.privacy
    )
    letStandIn(call)
  }

  /// Lets stand in what the call says.
  private func letStandIn(_ call: Int) {
    if case .literal(let document) = plan.calls[call].standIn {
      results.calls[call].documents.append(document)
    }
  }

  /// The first of the calls that have failed and that there is no answer without.
  private var fatal: Int? {
    needed.first { call in
      guard results.calls[call].failure != nil || results.calls[call].absence != nil else {
        return false
      }
      if case .none = plan.calls[call].standIn { return true }
      return false
    }
  }

  /// What a call that there is no answer without has come to, which follows from all calls before it.
  private func failure(of call: Int) -> Composition {
    let (name, result) = (plan.calls[call].name, results.calls[call])
    let privacy = results.calls.map(\.freshness.privacy).max() ?? .shared
    if result.failure == nil, let absence = result.absence {
      return .absent(call: name, absence.limited(to: privacy))
    }
    var failure = result.failure ?? CallFailure(reason: PlanResults.noValue, privacy)
    failure.privacy = privacy
    return .failure(call: name, failure)
  }

  // MARK: documents that stand in this one

  private func embed(_ requests: some Sequence<EmbedRequest>) {
    isAdvancing = true
    defer { isAdvancing = false }
    for request in requests {
      waitingEmbeds += 1
      let pending = source.embed(request) { [self] body in
        waitingEmbeds -= 1
        embedded[request] = body
        advance()
      }
      if let pending { underWay.append(pending) }
    }
  }

  // MARK: the body

  private func compose() {
    var writer = TemplateWriter(results, embedded: embedded)
    writer.write(template)
    // What is wanted is known only when the answers are, and asked for once.
    if !isWritten, !writer.wanted.isEmpty {
      isWritten = true
      let room = max(0, ComposedBody.maximumEmbeds - embedded.count)
      for beyond in writer.wanted.dropFirst(room) { embedded[beyond] = .failure(.shared) }
      embed(writer.wanted.prefix(room))
      return advance()
    }
    end(.body(composed(writer)))
  }

  private func composed(_ writer: TemplateWriter) -> ComposedBody {
    var composed = ComposedBody(bytes: writer.bytes)
    for call in needed {
      let isUnfit = writer.unfit.contains(call)
      add(results.calls[call], plan.calls[call].name, isUnfit: isUnfit, to: &composed)
    }
    for request in embedded.keys.sorted(by: { $0.path < $1.path }) {
      if let body = embedded[request] { composed.add(request, body) }
    }
    return composed
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
    composed.add(result.freshness, result.tags)
  }

  private func end(_ composition: Composition) {
    let then = then
    cancel()
    then?(composition)
  }
}

extension PlanRun: UnderWay {
  /// Ends the run without a word to anybody.
  package func cancel() {
    then = nil
    let rest = underWay
    underWay = []
    // What has ended already is none the worse for it.
    for pending in rest { pending.cancel() }
  }
}
