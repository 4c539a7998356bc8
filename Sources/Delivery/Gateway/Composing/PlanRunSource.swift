// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Plans
import Reactor

/// The context that a run of a plan shares with the runs of embedded documents.
struct PlanContext {
  var builder: AnswerBuilder
  /// With what the services are asked that declare `credentials`.
  let credentials: VisitorCredentials
  let log: CallLog
  /// The paths of the document whose plan is run and of those that it is embedded in, as keys of the
  /// cache and orders to purge say them.
  var paths: [[UInt8]] = []
  /// When all of it has to be over.
  var deadline = Instant.distantFuture

  /// The same at a later time.
  func moved(to now: UnixTime) -> PlanContext {
    var later = self
    later.builder.now = now
    return later
  }
}

/// One run of a plan: for which request, with whose answers, and until when.
final class PlanRunSource {
  let composer: PlanComposer
  let request: PlannedRequest
  let inputs: PlanInputs
  let context: PlanContext

  init(
    composer: PlanComposer,
    request: PlannedRequest,
    inputs: PlanInputs,
    context: PlanContext
  ) {
    self.composer = composer
    self.request = request
    self.inputs = inputs
    self.context = context
  }
}

extension PlanRunSource: PlanSource {
  func fetch(
    _ request: CallRequest,
    then: @escaping (CallOutcome) -> Void
  ) -> (any UnderWay)? {
    composer.fragments.fetch(request, in: self, then: then)
  }

  func embed(
    _ embed: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)? {
    composer.embed(embed, in: self, then: then)
  }
}
