// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPForwarding
import HTTPServer
import HTTPValues
import Plans

/// Answers to requests that are not passed on.
enum PassProblems {
  static func badPath(_ refusal: NormalPath.Refusal) -> PreparedResponse {
    prepared(.badPath, detail: "the path has \(refusal.rawValue)")
  }

  static func methodNotAllowed(_ route: PassRoute) -> PreparedResponse {
    prepared(.methodNotAllowed, [("allow", route.allowed)])
  }

  /// The methods of a pass, as OPTIONS asks for them.
  static func methods(_ route: PassRoute) -> PreparedResponse {
    let fields: Fields = ["allow": "\(route.allowed), OPTIONS", "cache-control": "no-store"]
    return PreparedResponse(Response(.noContent, fields: fields), body: [])
  }

  static func tooLarge(_ length: Int, _ route: PassRoute) -> PreparedResponse {
    prepared(
      .bodyTooLarge,
      detail: "the body has \(length) bytes; expected at most \(route.declaration.bodyBytes)"
    )
  }

  /// The client takes only what is kept, and that is not there.
  static func notKept(_ status: CacheStatus) -> PreparedResponse {
    prepared(.notKept, [("cache-status", status.member)])
  }

  /// Too many wait for one answer, or it takes too long.
  static func crowded(_ status: Status) -> PreparedResponse {
    prepared(.serviceFailed(status), [("retry-after", "1")])
  }

  private static func prepared(
    _ type: ProblemType,
    _ fields: [(FieldName, String)] = [],
    detail: String? = nil
  ) -> PreparedResponse {
    var response = Response(
      type.status,
      fields: [
        "content-type": Problem.mediaType, "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      ]
    )
    for (name, value) in fields { response.fields.set(name, value) }
    var problem = Problem(type)
    problem.detail = detail
    return PreparedResponse(response, body: problem.json)
  }
}
