// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Plans
import Sites

extension GivenAnswer {
  /// Makes the answer for a plan that has failed.
  static func problem(
    _ failure: PlanFailure,
    of request: AnswerRequest,
    at step: RequestStep,
    _ now: UnixTime
  ) -> GivenAnswer {
    let (response, body) = ContentProblems.failed(failure, at: now)
    var tags: [String] = []
    if let absence = failure.absence, absence.freshness.privacy.isShared,
      absence.freshness.expire > now
    {
      tags = request.tags(of: absence)
    }
    return GivenAnswer(
      step,
      .problem,
      .tagged(response, body: body, EdgeTags(of: tags)),
      document: request.document.path,
      ProblemReport(ContentProblems.kind(of: failure), failure, captured: request.captured)
    )
  }
}
