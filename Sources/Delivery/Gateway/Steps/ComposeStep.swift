// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// Calls the services of a document's plan, and composes their answers, for a visitor and all who
/// wait for the same answer.
struct ComposeStep {
  let request: PlannedRequest
  /// The site as it was when the request came.
  let site: ServedSite

  /// - Parameter asked: the request, whose fields have the visitor's credentials.
  @inline(never)
  func visit(_ planned: PlannedAnswers, for asked: Request) -> PlannedVisit {
    let trace = planned.tracer.trace(of: asked.fields.view)
    return PlannedVisit(request, site, VisitorCredentials(of: asked), in: trace)
  }

  func run(
    _ planned: PlannedAnswers,
    for visit: PlannedVisit,
    on core: LoopCore
  ) async -> (GivenAnswer, CallTimes) {
    let begun = core.now
    var given: GivenAnswer
    do throws(PlanFailure) {
      let answer = try await planned.wait(for: visit)
      given = GivenAnswer(.compose, .plan, .content(answer), resolution: request.resolution)
    } catch {
      given = .problem(error, of: request, at: .compose, planned.instant)
    }
    given.isOfCandidate = site.isCandidate
    return (given, CallTimes(visit.log.entries, in: visit.trace, since: begun, to: core.now))
  }
}
