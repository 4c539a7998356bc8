// SPDX-License-Identifier: Apache-2.0

import Composition
import Reactor

/// One run of a plan: for which request, with whose answers, and until when.
final class PlanScene {
  let composer: PlanComposer
  let request: PlannedRequest
  let inputs: PlanInputs
  let maker: AnswerMaker
  let deadline: Instant
  let log: CallLog

  init(
    composer: PlanComposer,
    request: PlannedRequest,
    inputs: PlanInputs,
    maker: AnswerMaker,
    deadline: Instant,
    log: CallLog
  ) {
    self.composer = composer
    self.request = request
    self.inputs = inputs
    self.maker = maker
    self.deadline = deadline
    self.log = log
  }
}

extension PlanScene: PlanSource {
  func fetch(
    _ request: CallRequest,
    then: @escaping (CallOutcome) -> Void
  ) -> (any UnderWay)? {
    composer.fragments.fetch(request, inputs, until: deadline, log, then: then)
  }

  func embed(
    _ embed: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)? {
    composer.embed(embed, in: self, then: then)
  }
}
