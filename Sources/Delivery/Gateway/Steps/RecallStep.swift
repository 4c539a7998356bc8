// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import HTTPServer
import HTTPValues

/// Finds the answer to a request by its bytes, if the same bytes have come before. It belongs to a
/// loop.
final class RecallStep {
  /// The target that the bytes of a request name.
  private enum Target {
    case document(DocumentAnswers.Held, ResolutionOutcomes, isOfCandidate: Bool)
    case plan(AnswerRequest, ServedSite)
    case pass(PassTarget)
  }

  private let lookup: LookupStep
  private let passes: Passes
  private var memo = RequestMemo<Target>()

  init(_ lookup: LookupStep, _ passes: Passes) {
    self.lookup = lookup
    self.passes = passes
  }

  /// Returns the stored answer, or the step that composes it; `nil` for a request that has to take all steps.
  func decide(_ request: borrowing RequestView) -> RequestDecision? {
    guard request.method == .get || request.method == .head,
      let target = memo.value(for: request)
    else { return nil }
    switch target {
    case .document(let held, let resolution, let isOfCandidate):
      return held.take(at: lookup.now).map {
        var given = GivenAnswer(.recall, .document, .content($0), resolution: resolution)
        given.isOfCandidate = isOfCandidate
        return .answer(given)
      }
    case .plan(let planned, let site): return lookup.decide(planned, site, at: .recall)
    case .pass(let target):
      return passes.hits.answer(to: request, target).map {
        .answer(GivenAnswer(.recall, .kept, .fixed(.prepared($0)), pass: target.route.facts))
      }
    }
  }

  func remember(
    _ answer: DocumentAnswers.Held,
    _ resolution: ResolutionOutcomes,
    of site: ServedSite,
    for request: borrowing RequestView
  ) {
    memo.remember(
      .document(answer, resolution, isOfCandidate: site.isCandidate),
      for: request
    )
  }

  func remember(_ target: PassTarget, for request: borrowing RequestView) {
    memo.remember(.pass(target), for: request)
  }

  /// Remembers a plan's request, only if it came before: there are more documents with plans than a
  /// loop remembers.
  func remember(
    _ planned: AnswerRequest,
    of site: ServedSite,
    for request: borrowing RequestView
  ) {
    memo.rememberIfRepeated(.plan(planned, site), for: request)
  }

  /// Drops the answers that may not be given any more.
  func tidy() {
    let now = lookup.now
    memo.removeAll { target in
      guard case .document(let held, _, _) = target else { return false }
      return !held.isFresh(at: now)
    }
  }

  func removeAll() { memo.removeAll() }
}
