// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Plans
import Reactor
import Sites

/// One run of a document's plan, with all that its calls depend on. It belongs to a loop.
final class DocumentRun {
  let composition: Composition
  let request: AnswerRequest
  let prepared: DocumentTemplate
  let inputs: PlanInputs
  let builder: AnswerBuilder
  /// The instant at which the run has to be over.
  let deadline: Instant
  /// The run of the document that embeds this one, and what is told the body.
  private let outer: DocumentRun?
  private var whenEmbedded: ((EmbeddedBody) -> Void)?
  /// Purge epoch at which the run began.
  private let epoch: PurgeEpoch
  private var plan: PlanRun?

  /// - Parameters:
  ///   - outer: the run of the document that embeds this one, whose deadline it shares.
  ///   - then: is told the embedded body.
  init(
    _ request: AnswerRequest,
    _ prepared: DocumentTemplate,
    _ builder: AnswerBuilder,
    for composition: Composition,
    in outer: DocumentRun? = nil,
    then: ((EmbeddedBody) -> Void)? = nil
  ) {
    self.composition = composition
    self.request = request
    self.prepared = prepared
    self.builder = builder
    self.outer = outer
    whenEmbedded = then
    epoch = composition.store.purgeEpoch
    inputs = request.inputs(prepared.resolved, builder.edition)
    let end = composition.composer.core.now + request.document.plan.budget
    deadline = outer.map { min($0.deadline, end) } ?? end
  }

  var composer: Composer { composition.composer }

  /// The freshness of the document without its fragments.
  var own: Freshness {
    builder.freshness(of: prepared.resolved, isByAddress: request.key.isByAddress)
  }

  /// The document's own tags, filled in.
  var tags: [String] {
    builder.tagsAbout(request.target) + prepared.resolved.tags.map { inputs.route.filling($0) }
  }

  /// The paths of the document and of those that embed it, as cache keys and purges write them.
  var purgePaths: [[UInt8]] { (outer?.purgePaths ?? []) + request.purgePaths }

  /// Whether a purge or a publication since the run began has overtaken an answer with these tags.
  func isOvertaken(_ tags: @autoclosure () -> [String]) -> Bool {
    guard composition.site.generation.isLatest else { return true }
    let store = composition.store
    guard store.purgeEpoch != epoch else { return false }
    return store.hasPurged(request.cacheKey, tags: tags().compactMap { TagName($0) }, since: epoch)
  }

  /// Begins the run, which may be over before this returns.
  func begin() {
    let plan = PlanRun(request.document.plan, prepared.template, inputs, from: self)
    self.plan = plan
    plan.begin()
  }

  /// The calls that are waited for, in their order.
  var waits: [String] {
    (plan?.underWay ?? []).flatMap { pending -> [String] in
      if let fetch = pending as? FragmentFetch { return fetch.wait.map { [$0] } ?? [] }
      return (pending as? DocumentRun)?.waits ?? []
    }
  }
}

extension DocumentRun: UnderWay {
  func cancel() {
    plan?.cancel()
    plan = nil
  }
}

extension DocumentRun: PlanSource {
  func fetch(_ request: CallRequest) -> (any UnderWay)? {
    composer.fragments.fetch(request, in: self)
  }

  func ended(_ outcome: PlanOutcome) {
    plan = nil
    if outer == nil {
      composition.ended(self, outcome)
    } else {
      whenEmbedded.take()?(body(outcome))
    }
  }

  func pageURL(at offset: Int) -> String {
    request.pageURL(at: offset, builder, token: prepared.resolved.token)
  }

  func mayLead(to url: String) -> Bool { builder.mayLead(to: url) }

  func address(_ url: String, carrying values: [String: String], to target: FlowTarget) -> String {
    builder.links.url(url, carrying: values, to: target)
  }
}
