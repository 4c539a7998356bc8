// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// Calls the services of a document's plan, and composes their answers, for a visitor and all who wait
/// for the same.
struct ComposeStep {
  let request: PlannedRequest
  /// The site as it was when the request came.
  let site: ServedSite

  /// - Parameter asked: what the visitor proves himself with is in its fields.
  func run(
    _ planned: PlannedAnswers,
    for asked: Request,
    on core: LoopCore
  ) async -> (GivenAnswer, PlanTimes) {
    let visit = PlannedVisit(request, site, VisitorCredentials(of: asked))
    let begun = core.now
    let given: GivenAnswer
    do throws(PlanFailure) {
      given = GivenAnswer(.compose, .plan, .content(try await planned.wait(for: visit)))
    } catch {
      given = .problem(error, of: request, at: .compose, planned.instant)
    }
    return (given, PlanTimes(visit.log, since: begun, to: core.now))
  }
}
