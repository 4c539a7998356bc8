// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPServer
import HTTPValues
import Passing
import Plans
import Sites

/// Responses for requests that no document answers.
enum ContentProblems {
  /// Cache-Control of an error that a CDN keeps only for seconds, since a document may come.
  private static let shortly = "public, max-age=5"
  /// Cache-Control of answers to one visitor alone, in directives that every CDN understands.
  private static let forNobody = "private, no-store"
  /// The challenge of a 401 whose service sent none; RFC 9110 section 15.5.2 requires one.
  private static let usualChallenge = "Bearer"

  static let notFound = prepared(.noSuchDocument, [("cache-control", shortly)])
  static let methodNotAllowed = prepared(
    .methodNotAllowed,
    [("allow", "GET, HEAD, OPTIONS"), ("cache-control", "no-store")]
  )
  /// The same for a list, which can be asked by a body too.
  static let listMethodNotAllowed = prepared(
    .methodNotAllowed,
    [
      ("allow", "GET, HEAD, QUERY, OPTIONS"), ("accept-query", AnswerFormat.queryMediaTypes),
      ("cache-control", "no-store"),
    ]
  )
  static let queryTooLarge = bodyTooLarge(ListLimits.bodyBytes)

  static func bodyTooLarge(_ limit: Int) -> Refusal {
    prepared(
      .bodyTooLarge,
      [("cache-control", "no-store")],
      detail: "the body has more; expected at most \(limit) bytes"
    )
  }

  /// The refusal of reports beyond the rate of the site's beacon.
  static func tooManyReports(_ rate: Int) -> Refusal {
    prepared(
      .tooManyRequests,
      [("cache-control", "no-store"), ("retry-after", "1")],
      detail: "more than \(rate) requests with reports in a second; expected at most as many"
    )
  }

  static let notAcceptable = prepared(
    .notAcceptable,
    [("cache-control", shortly), ("vary", "Accept")],
    detail: "documents are written as "
      + AnswerFormat.allCases.map(\.mediaType).joined(separator: ", ")
  )
  /// The refusal of requests beyond a rate limit of the site.
  static func tooManyRequests(
    _ fields: [(FieldName, String)],
    detail: String
  ) -> (response: Response, body: [UInt8]) {
    let fields = [("cache-control", "no-store")] + fields
    return problem(ProblemKind.tooManyRequests.type(), fields, detail: detail)
  }

  static let preconditionFailed = prepared(.preconditionFailed, [("cache-control", "no-store")])
  /// The response for a document that cannot be written in its format, which is a bug.
  static let unwritable = prepared(.unwritable, [("cache-control", "no-store")])
  static let previewEnded = prepared(
    .previewEnded,
    [("cache-control", forNobody)],
    detail: "the preview is over, was revoked, or its link is not whole"
  )
  static let notReady = prepared(
    .noEdition,
    [("retry-after", "1"), ("cache-control", "no-store")],
    detail: "no edition is published yet"
  )

  /// The refusal of a parameter that its plan does not accept.
  static func badParameter(_ fault: String) -> Refusal {
    prepared(.badParameter, [("cache-control", shortly)], detail: fault)
  }

  /// The refusal of a query that its document does not accept. An app with a broken link of a flow
  /// is led back to the config URL.
  static func refusal(of fault: TargetFault, leadingTo configURL: String) -> Refusal {
    switch fault {
    case .parameter(let detail): badParameter(detail)
    case .flow(let detail):
      prepared(
        .brokenFlow,
        [("cache-control", shortly)],
        detail: detail,
        extensions: [Problem.Member("continueURL", .string(configURL))]
      )
    }
  }

  /// The refusal of a QUERY whose body is in no known format.
  static func unsupportedQuery(_ type: String) -> Refusal {
    prepared(
      .unsupportedQuery,
      [("accept-query", AnswerFormat.queryMediaTypes), ("cache-control", "no-store")],
      detail: "Content-Type is \(type.prefix(64)); expected \(AnswerFormat.queryMediaTypes)"
    )
  }

  /// The kind of problem of a failed plan.
  static func kind(of failure: PlanFailure) -> ProblemKind {
    if failure.absence != nil { return .nothingFound }
    switch failure.refusal {
    case .unauthorized: return .signInNeeded
    case .forbidden: return .notAllowed
    case nil: return ProblemKind(ofService: failure.status)
    }
  }

  /// The response for a failed plan. A CDN with a stored answer may go on serving it, unless the
  /// resource does not exist any more.
  static func failed(
    _ failure: PlanFailure,
    at now: UnixTime
  ) -> (response: Response, body: [UInt8]) {
    let isShared = failure.privacy == .shared
    let type = kind(of: failure).type(failure.status)
    if let absence = failure.absence {
      let shared = "public, max-age=\(absence.freshness.secondsLeft(at: now))"
      return problem(
        type,
        [("cache-control", isShared ? shared : forNobody)],
        detail: "a service found nothing: \(failure.reason)"
      )
    }
    switch failure.refusal {
    case .unauthorized(let challenge):
      return problem(
        type,
        [
          ("cache-control", forNobody),
          (FieldName(.wwwAuthenticate), challenge ?? usualChallenge),
        ],
        detail: "a service needs to know who asks"
      )
    case .forbidden:
      return problem(
        type,
        [("cache-control", forNobody)],
        detail: "a service does not let this visitor have it"
      )
    case nil: break
    }
    return problem(
      type,
      [
        ("cache-control", isShared ? "public, max-age=1" : forNobody), ("retry-after", "1"),
      ],
      detail: "a service behind this answer failed: \(failure.reason)"
    )
  }

  private static func prepared(
    _ kind: ProblemKind,
    _ fields: [(FieldName, String)],
    detail: String? = nil,
    extensions: [Problem.Member] = []
  ) -> Refusal {
    let (response, body) = problem(kind.type(), fields, detail: detail, extensions: extensions)
    // The detail for the client, or else the values seen.
    let report =
      switch kind {
      case .badParameter, .bodyTooLarge, .unsupportedQuery: ProblemReport(kind, detail: detail)
      case .notAcceptable: ProblemReport(kind)
      default: detail.map { ProblemReport(kind, seen: $0) } ?? ProblemReport(kind)
      }
    return Refusal(response: PreparedResponse(response, body: body), report: report)
  }

  private static func problem(
    _ type: ProblemType,
    _ fields: [(FieldName, String)],
    detail: String? = nil,
    extensions: [Problem.Member] = []
  ) -> (response: Response, body: [UInt8]) {
    var response = Response(type.status, fields: ["content-type": Problem.mediaType])
    response.fields.append("x-content-type-options", "nosniff")
    for (name, value) in fields { response.fields.set(name, value) }
    var problem = Problem(type, extensions: extensions)
    problem.detail = detail
    return (response, problem.json)
  }
}
