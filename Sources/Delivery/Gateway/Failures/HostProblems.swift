// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues

/// Answers to requests for hosts that no site has (RFC 9110 sections 7.4 and 15.5.20).
enum HostProblems {
  static let misdirected = prepared(
    .misdirected,
    "no site that is served here answers for this host"
  )
  static let unnamed = prepared(
    .unnamedHost,
    "the request names no host; expected one, since more than one may be meant"
  )

  private static func prepared(_ kind: ProblemKind, _ detail: String) -> Refusal {
    var problem = Problem(kind.type())
    problem.detail = detail
    let fields: Fields = ["content-type": Problem.mediaType, "cache-control": "no-store"]
    let response = PreparedResponse(Response(kind.status, fields: fields), body: problem.json)
    return Refusal(response: response, report: ProblemReport(kind))
  }
}
