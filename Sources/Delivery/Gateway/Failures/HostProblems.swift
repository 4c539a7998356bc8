// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues

/// Answers to requests for hosts that no site has (RFC 9110 sections 7.4 and 15.5.20).
enum HostProblems {
  static let misdirected = prepared(
    .misdirectedRequest,
    "no site that is served here answers for this host"
  )
  static let unnamed = prepared(
    .badRequest,
    "the request names no host; expected one, since more than one may be meant"
  )

  private static func prepared(_ status: Status, _ detail: String) -> PreparedResponse {
    var problem = Problem(.plain(status))
    problem.detail = detail
    let fields: Fields = ["content-type": Problem.mediaType, "cache-control": "no-store"]
    return PreparedResponse(Response(status, fields: fields), body: problem.json)
  }
}
