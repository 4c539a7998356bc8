// SPDX-License-Identifier: Apache-2.0

/// Where a run gets what it composes from.
package protocol PlanSource: AnyObject {
  /// Gets an answer, and tells `then` what came of it, once; before this returns where it is there
  /// already. It ends when the time of the whole is over. What is answered can be cancelled as long as it is
  /// under way.
  func fetch(
    _ request: CallRequest,
    then: @escaping (CallOutcome) -> Void
  ) -> (any UnderWay)?

  /// Gets a document that is to stand in the one that is composed, in the same way.
  func embed(
    _ request: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)?
}

/// Something that is not finished, and may not be wanted any more.
package protocol UnderWay: AnyObject {
  /// Ends it, as far as nobody else waits for it.
  func cancel()
}
