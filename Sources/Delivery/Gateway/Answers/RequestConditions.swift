// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPServer
import HTTPValues

/// Evaluates a request's conditions and ranges (RFC 9110 sections 13 and 14) on the request's own
/// bytes.
enum RequestConditions {
  /// Returns the whole answer, a part of it, or 304.
  static func reply(
    to request: borrowing RequestView,
    _ answer: ContentAnswer,
    at now: UnixTime,
    for profile: EdgeProfile
  ) -> ReadyAnswer {
    guard areIn(request.fields) else { return answer.answer(at: now, for: profile) }
    let validators = Validators(
      entityTag: answer.entityTag(at: now),
      lastModified: answer.shared.modified.seconds,
      date: now.seconds
    )
    let outcome = Preconditions.evaluate(
      method: request.method,
      fields: request.fields,
      validators: validators,
      now: now.seconds
    )
    switch outcome {
    case .notModified: return .prepared(answer.notModified(at: now, for: profile))
    case .preconditionFailed: return .prepared(ContentProblems.preconditionFailed.response)
    case .proceed:
      let honoursRange = Preconditions.honoursRange(
        method: request.method,
        fields: request.fields,
        validators: validators,
        now: now.seconds
      )
      guard honoursRange, let ranges = ByteRanges(request.fields) else {
        return answer.answer(at: now, for: profile)
      }
      return .prepared(answer.response(at: now, for: profile, ranges))
    }
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
}
