// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import Sites

/// Looks up the answer to a request for a document in the cache. It belongs to a loop.
final class LookupStep {
  /// The cached answer or the plan that a request leads to, for `RecallStep` to remember.
  enum Found {
    case document(DocumentAnswers.Held, ResolutionOutcomes)
    case plan(AnswerRequest)
  }

  private let composer: Composer
  private let counters: GatewayCounters
  private var documents: DocumentAnswers

  init(_ composer: Composer, _ counters: GatewayCounters) {
    self.counters = counters
    self.composer = composer
    documents = DocumentAnswers(composer.store)
  }

  /// The time of day by which answers are fresh, in milliseconds.
  var now: Int64 { composer.now }

  /// Returns the answer to a request, which a document without a plan always has, and the entry or
  /// plan that it led to.
  func decide(
    _ asked: ContentRequest,
    _ site: ServedSite,
    at now: UnixTime
  ) -> (decision: RequestDecision, found: Found?) {
    let builder = site.builder(at: now)
    let key = builder.key(for: asked)
    let resolution = builder.outcomes(of: key, for: asked)
    guard let document = site.edition.planned(asked.target.number) else {
      do throws(DataFileError) {
        let (answer, held) = try documents.answer(to: key, asked, builder, at: composer.now)
        let given = GivenAnswer(.lookup, .document, .content(answer), resolution: resolution)
        return (.answer(given), .document(held, resolution))
      } catch {
        counters.found(.document, at: asked.target.path, error)
        return (.answer(.problem(ContentProblems.unwritable, at: .lookup)), nil)
      }
    }
    let request = AnswerRequest(document, asked, key, resolution, builder, in: composer.store)
    return (decide(request, site, at: .lookup), .plan(request))
  }

  /// Returns the stored answer of a document with a plan, or the step that composes it.
  func decide(
    _ request: AnswerRequest,
    _ site: ServedSite,
    at step: RequestStep
  ) -> RequestDecision {
    switch composer.find(request, site) {
    case .answer(let answer, let isStale):
      var given = GivenAnswer(
        step,
        isStale ? .stale : .hit,
        .content(answer),
        resolution: request.resolution
      )
      given.isOfCandidate = site.isCandidate
      return .answer(given)
    case .absence(let failure):
      var given = GivenAnswer.problem(failure, of: request, at: step, composer.instant)
      given.isOfCandidate = site.isCandidate
      return .answer(given)
    case .nothing(let found):
      return .wait(.compose(ComposeStep(request: request, site: site, found: found)))
    }
  }

  /// Drops the answers that may not be given any more.
  func tidy() {
    documents.tidy(at: composer.now)
    composer.tidy()
  }

  func removeAll() { documents.removeAll() }
}
