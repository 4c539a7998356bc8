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
  private var isOver = false

  let results: PlanResults
  private let needed: [Int]
  private var embedded: [EmbedRequest: EmbeddedBody] = [:]
  /// Number of embedded documents that are being fetched.
  private var waitingEmbeds = 0
  /// Whether the body was written once and the embedded documents that it needs are requested.
  private var isWritten = false
  /// Whether `advance` is already running, which then takes results that come meanwhile.
  private var isAdvancing = false
  /// The requests that have an end yet to come, and the embedded documents.
  package private(set) var underWay: [any UnderWay] = []

  package init(
    _ plan: Plan,
    _ template: Template,
    _ inputs: PlanInputs,
    from source: any PlanSource
  ) {
    self.template = template
    self.source = source
    results = PlanResults(plan, inputs)
    needed =
      inputs.list == nil
      ? self.template.calls
      : results.plan.closure(of: self.template.needed(for: inputs.list)).sorted()
    underWay.reserveCapacity(needed.count)
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
    guard !isAdvancing, !isOver else { return }
    isAdvancing = true
    while fatal == nil, let call = needed.first(where: { results.isReady($0) }) { begin(call) }
    isAdvancing = false
    if let fatal { return end(results.failure(of: fatal)) }
    if results.waitingCalls == 0, waitingEmbeds == 0 { compose() }
  }

  /// The first of the calls that have failed and that there is no answer without.
  private var fatal: Int? {
    results.hasFatal ? needed.first { results.isFatal($0) } : nil
  }

  // MARK: calls

  private func begin(_ call: Int) {
    guard let requests = results.requests(of: call, for: self) else { return results.skip(call) }
    results.begin(call, parts: requests.count)
    for part in requests.indices {
      if let pending = source.fetch(requests[part]) { underWay.append(pending) }
    }
  }

  /// Takes the outcome of a request.
  func ended(_ call: Int, _ part: Int, _ outcome: CallOutcome) {
    guard !isOver else { return }
    results.end(call, part, outcome)
    advance()
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
    var writer = TemplateWriter(results, embedded: embedded, source)
    writer.write(template)
    // Embedded documents are known only when the answers are, and requested once.
    if !isWritten, !writer.wanted.isEmpty {
      isWritten = true
      let room = max(0, ComposedBody.maximumEmbeds - embedded.count)
      for beyond in writer.wanted.dropFirst(room) { embedded[beyond] = .failure(.shared) }
      embed(writer.wanted.prefix(room))
      return advance()
    }
    end(.body(writer.composed(of: needed)))
  }

  private func end(_ outcome: PlanOutcome) {
    cancel()
    source.ended(outcome)
  }
}

extension PlanRun: UnderWay {
  /// Ends the run without reporting a result.
  package func cancel() {
    isOver = true
    let rest = underWay
    underWay = []
    // Cancelling has no effect on those that have ended already.
    for pending in rest { pending.cancel() }
  }
}
