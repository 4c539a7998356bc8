// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPValues
import Reactor

/// Calls the services of a document's plan, and composes their answers, for a visitor and all who
/// wait for the same answer.
struct ComposeStep {
  let request: PlannedRequest
  /// The site as it was when the request came.
  let site: ServedSite
  /// The result of the lookup, without an answer to give.
  let found: Lookup

  /// - Parameter fields: those of the request, with its trace and the visitor's credentials.
  @inline(never)
  func visit(_ planned: PlannedAnswers, with fields: Fields) -> PlannedVisit {
    let trace = planned.tracer.trace(of: fields.view)
    return PlannedVisit(request, site, VisitorCredentials(in: fields), in: trace)
  }

  /// Begins to wait for the answer, and calls `then` with it, possibly before this returns.
  func begin(
    _ planned: PlannedAnswers,
    for visit: PlannedVisit,
    then: @escaping (GivenAnswer, CallTimes, _ hasLeft: Bool) -> Void
  ) -> PlannedWait {
    let begun = planned.core.now
    let wait = PlannedWait(visit, planned) { [self] wait, outcome in
      var given: GivenAnswer
      switch outcome {
      case .success(let answer):
        given = GivenAnswer(.compose, .plan, .content(answer), resolution: request.resolution)
      case .failure(let failure):
        given = .problem(failure, of: request, at: .compose, planned.instant)
      }
      given.isOfCandidate = site.isCandidate
      let times = CallTimes(
        visit.log.entries,
        in: visit.trace,
        since: begun,
        to: planned.core.now
      )
      then(given, times, wait.hasLeft)
    }
    wait.begin(found)
    return wait
  }

  /// Does the same for a task; it is cancelled when the client leaves.
  func run(
    _ planned: PlannedAnswers,
    for visit: PlannedVisit
  ) async -> (given: GivenAnswer, times: CallTimes) {
    let outcome = Awaited<(given: GivenAnswer, times: CallTimes)>()
    let wait = begin(planned, for: visit) { given, times, _ in outcome.bring((given, times)) }
    return await outcome.value(of: wait, on: planned.core) { $0.clientLeft() }
  }
}
