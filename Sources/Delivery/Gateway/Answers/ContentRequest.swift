// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import HTTPServer

/// A request for a document, as far as the answer depends on it.
struct ContentRequest {
  let target: ContentTarget
  let visitor: Visitor
  let format: AnswerFormat
  let codings: AnswerCodings
  /// The trusted edge in front; `nil` for none.
  let edge: TrustedEdge?
  /// Whether another client with the same request may be in another country by its address, which
  /// no cache can see.
  let isByAddress: Bool
}

/// A request that is answered with a refusal.
struct RefusedRequest: Error {
  let step: RequestStep
  let refusal: Refusal

  init(_ refusal: Refusal, at step: RequestStep) {
    self.step = step
    self.refusal = refusal
  }

  var answer: GivenAnswer { .problem(refusal, at: step) }
}
