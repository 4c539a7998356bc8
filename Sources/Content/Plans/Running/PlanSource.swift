// SPDX-License-Identifier: Apache-2.0

/// Where a run gets what it composes from.
package protocol PlanSource: AnyObject {
  /// Gets an answer, and ends the request with what came of it; before this returns where it is there
  /// already. It ends when the time of the whole is over. What is answered can be cancelled as long as it is
  /// under way.
  func fetch(_ request: CallRequest) -> (any UnderWay)?

  /// Takes the outcome of the run, unless that was cancelled.
  func ended(_ outcome: PlanOutcome)

  /// Gets a document that is to stand in the one that is composed, and tells `then` what came of it, once.
  func embed(
    _ request: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)?

  /// The URL of the page of the list that begins at an offset.
  func pageURL(at offset: Int) -> String

  /// Whether a link may lead to an address; `false` for what is hidden.
  func mayLead(to url: String) -> Bool

  /// An address with the values that it carries to a document.
  func address(_ url: String, carrying values: [String: String], to target: FlowTarget) -> String
}

/// Something that is not finished, and may not be wanted any more.
package protocol UnderWay: AnyObject {
  /// Cancels it, unless others wait for it as well.
  func cancel()
}
