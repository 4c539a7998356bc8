// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPServer
import HTTPValues

/// What a request says of the answers that it has already.
struct RequestConditions {
  private let method: Method
  /// `nil` where it says nothing.
  private let fields: Fields?

  init(_ request: borrowing RequestView) {
    method = request.method
    let isConditional =
      request.fields.contains(.ifNoneMatch) || request.fields.contains(.ifMatch)
    fields = isConditional ? Fields(copying: request.fields) : nil
  }

  /// The whole answer, or that the client has it already.
  func reply(_ answer: ContentAnswer, _ now: UnixTime) -> PreparedResponse {
    guard let fields else { return answer.response(at: now) }
    let outcome = Preconditions.evaluate(
      method: method,
      fields: fields.view,
      validators: Validators(entityTag: answer.entityTag),
      now: now.seconds
    )
    switch outcome {
    case .proceed: return answer.response(at: now)
    case .notModified: return answer.notModified(at: now)
    case .preconditionFailed: return ContentProblems.preconditionFailed
    }
  }
}
