// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// What a request is given, before it is looked at what its client has already.
struct GivenAnswer {
  enum Content {
    /// An answer with a body, an instant and validators.
    case content(ContentAnswer)
    /// One that is sent as it is.
    case fixed(Answer)
  }

  let source: GatewayCounters.Source
  let content: Content
  /// The document that a problem is with.
  private(set) var document: String?
  /// What a plan came to that has no answer.
  private(set) var failure: PlanFailure?

  init(_ source: GatewayCounters.Source, _ content: Content) {
    self.source = source
    self.content = content
  }

  static func problem(
    _ response: PreparedResponse,
    of document: String? = nil,
    _ failure: PlanFailure? = nil
  ) -> GivenAnswer {
    var given = GivenAnswer(.problem, .fixed(.prepared(response)))
    given.document = document
    given.failure = failure
    return given
  }
}
