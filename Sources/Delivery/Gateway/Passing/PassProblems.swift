// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPServer
import HTTPValues
import Passing
import Services

/// Responses to requests that are not passed on.
enum PassProblems {
  static func badPath(_ refusal: NormalPath.Refusal) -> Refusal {
    let detail = "the path has \(refusal.rawValue)"
    return prepared(.badPath, detail: detail, seen: detail)
  }

  static func methodNotAllowed(_ route: PassRoute) -> Refusal {
    prepared(.methodNotAllowed, nil, [("allow", route.allowed)])
  }

  /// The answer to OPTIONS: the methods of a pass.
  static func methods(_ route: PassRoute) -> PreparedResponse {
    let fields: Fields = ["allow": "\(route.allowed), OPTIONS", "cache-control": "no-store"]
    return PreparedResponse(Response(.noContent, fields: fields), body: [])
  }

  static func tooLarge(_ length: Int, _ route: PassRoute) -> Refusal {
    prepared(
      .bodyTooLarge,
      detail: "the body has \(length) bytes; expected at most \(route.declaration.bodyBytes)"
    )
  }

  /// The refusal of only-if-cached if no answer is stored.
  static func notKept(_ status: CacheStatus) -> Refusal {
    prepared(.notKept, nil, [("cache-status", status.member)])
  }

  /// The refusal if too many wait for one answer, or are connected.
  static var crowded: Refusal {
    prepared(
      ProblemKind(ofService: .serviceUnavailable),
      .serviceUnavailable,
      [("retry-after", "1")],
      seen: "too many wait for the same"
    )
  }

  /// - Parameters:
  ///   - detail: additional text for the client.
  ///   - seen: the text of events in its place.
  private static func prepared(
    _ kind: ProblemKind,
    _ status: Status? = nil,
    _ fields: [(FieldName, String)] = [],
    detail: String? = nil,
    seen: String? = nil
  ) -> Refusal {
    let type = kind.type(status)
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
    return Refusal(
      response: PreparedResponse(response, body: problem.json),
      report: seen.map { ProblemReport(kind, seen: $0) } ?? ProblemReport(kind, detail: detail)
    )
  }
}
