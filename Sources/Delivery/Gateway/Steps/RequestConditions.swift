// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPServer
import HTTPValues

/// What a request says of the answers that it has already, and of the parts that it lacks.
struct RequestConditions {
  private let method: HTTPValues.Method
  /// `nil` where it says nothing.
  private let fields: Fields?

  init(_ request: borrowing RequestView) {
    method = request.method
    fields = RequestConditions.areIn(request.fields) ? Fields(copying: request.fields) : nil
  }

  private static func areIn(_ fields: borrowing FieldsView) -> Bool {
    for index in 0..<fields.count {
      switch fields.slot(at: index).known {
      case .ifNoneMatch, .ifMatch, .ifModifiedSince, .ifUnmodifiedSince, .range: return true
      default: break
      }
    }
    return false
  }

  /// The whole answer, a part of it, or that the client has it already.
  func reply(
    _ answer: ContentAnswer,
    at now: UnixTime,
    for profile: EdgeProfile
  ) -> PreparedResponse {
    guard let fields else { return answer.response(at: now, for: profile) }
    let validators = Validators(
      entityTag: answer.shared.entityTag,
      lastModified: answer.shared.made.seconds,
      date: now.seconds
    )
    let outcome = Preconditions.evaluate(
      method: method,
      fields: fields.view,
      validators: validators,
      now: now.seconds
    )
    switch outcome {
    case .notModified: return answer.notModified(at: now, for: profile)
    case .preconditionFailed: return ContentProblems.preconditionFailed
    case .proceed:
      let honoursRange = Preconditions.honoursRange(
        method: method,
        fields: fields.view,
        validators: validators,
        now: now.seconds
      )
      guard honoursRange, let ranges = ByteRanges(fields.view) else {
        return answer.response(at: now, for: profile)
      }
      return answer.response(at: now, for: profile, ranges)
    }
  }
}
