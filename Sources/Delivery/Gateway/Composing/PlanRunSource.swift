// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Plans
import Reactor
import Sites

/// One run of a plan: its request, the source of its answers, and its deadline. It belongs to a
/// loop.
final class PlanRunSource {
  let composer: PlanComposer
  let request: PlannedRequest
  let prepared: DocumentTemplate
  let inputs: PlanInputs
  let builder: AnswerBuilder
  let visit: PlannedVisit
  /// The instant at which the run has to be over.
  let deadline: Instant
  /// The run of the document that embeds this one.
  private let outer: PlanRunSource?
  /// Purge epoch at which the run began.
  private let epoch: PurgeEpoch

  /// - Parameter outer: the run of the document that embeds this one, whose deadline it shares.
  init(
    _ request: PlannedRequest,
    _ prepared: DocumentTemplate,
    _ builder: AnswerBuilder,
    for visit: PlannedVisit,
    in outer: PlanRunSource? = nil,
    by composer: PlanComposer
  ) {
    self.composer = composer
    self.request = request
    self.prepared = prepared
    self.builder = builder
    self.visit = visit
    self.outer = outer
    epoch = composer.fragments.store.purgeEpoch
    inputs = request.inputs(prepared.resolved, builder.edition)
    let end = composer.core.now + request.document.plan.budget
    deadline = outer.map { min($0.deadline, end) } ?? end
  }

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
    guard visit.site.generation.isLatest else { return true }
    let store = composer.fragments.store
    guard store.purgeEpoch != epoch else { return false }
    return store.hasPurged(request.cacheKey, tags: tags().compactMap { TagName($0) }, since: epoch)
  }

  /// Begins the run and calls `then` with its outcome, possibly before this returns.
  func begin(then: @escaping (Composition) -> Void) -> PlanRun {
    let plan = request.document.plan
    let run = PlanRun(plan, prepared.template, inputs, from: self, then: then)
    run.begin()
    return run
  }
}

extension PlanRunSource: PlanSource {
  func fetch(_ request: CallRequest) -> (any UnderWay)? {
    composer.fragments.fetch(request, in: self)
  }

  func embed(
    _ embed: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)? {
    composer.embed(embed, in: self, then: then)
  }

  func pageURL(at offset: Int) -> String {
    request.pageURL(at: offset, builder, token: prepared.resolved.token)
  }

  func mayLead(to url: String) -> Bool { builder.mayLead(to: url) }

  func address(_ url: String, carrying values: [String: String], to target: FlowTarget) -> String {
    builder.links.url(url, carrying: values, to: target)
  }
}
