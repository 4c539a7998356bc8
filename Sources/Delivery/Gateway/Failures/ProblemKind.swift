// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Passing

/// Kinds of problems that the gateway reports to clients, with their names in events. The
/// documentation page Problems explains those that have a type of their own.
enum ProblemKind: String, Sendable, CaseIterable {
  case noSuchDocument = "no-such-document"
  case nothingFound = "nothing-found"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case badParameter = "bad-parameter"
  case brokenFlow = "broken-flow"
  case signInNeeded = "sign-in-needed"
  case notAllowed = "not-allowed"
  case badPath = "bad-path"
  case bodyTooLarge = "body-too-large"
  case unsupportedQuery = "unsupported-query"
  case preconditionFailed = "precondition-failed"
  case tooManyRequests = "too-many-requests"
  case noEdition = "no-edition"
  case previewEnded = "preview-ended"
  case notKept = "not-kept"
  case serviceFailed = "service-failed"
  case serviceOverloaded = "service-overloaded"
  /// The document cannot be written in its format, which is a bug.
  case unwritable
  /// No site has the host of the request.
  case misdirected
  /// The request names no host.
  case unnamedHost = "unnamed-host"

  /// The kind for the status of a failed service.
  init(ofService status: Status) {
    self = status == .serviceUnavailable ? .serviceOverloaded : .serviceFailed
  }

  var status: Status {
    switch self {
    case .noSuchDocument, .nothingFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .notAcceptable: .notAcceptable
    case .badParameter, .brokenFlow, .badPath, .unnamedHost: .badRequest
    case .signInNeeded: .unauthorized
    case .notAllowed: .forbidden
    case .bodyTooLarge: .contentTooLarge
    case .unsupportedQuery: .unsupportedMediaType
    case .preconditionFailed: .preconditionFailed
    case .tooManyRequests: .tooManyRequests
    case .noEdition, .serviceOverloaded: .serviceUnavailable
    case .previewEnded: .gone
    case .notKept: .gatewayTimeout
    case .serviceFailed: .badGateway
    case .unwritable: .internalServerError
    case .misdirected: .misdirectedRequest
    }
  }

  /// The problem type for clients, with the status of a failed service.
  func type(_ status: Status? = nil) -> ProblemType {
    switch self {
    case .unwritable, .misdirected, .unnamedHost: .plain(self.status)
    default: .ofGateway(rawValue, status ?? self.status)
    }
  }

  /// The expectation that a request has broken, unless a refusal states a more exact one.
  var expected: String {
    switch self {
    case .noSuchDocument: "the path of a document, a pass or a redirect"
    case .nothingFound: "something that the service has"
    case .methodNotAllowed: "a method of Allow"
    case .notAcceptable: "a format of documents"
    case .badParameter: "parameters that the document accepts"
    case .brokenFlow: "the values of the flow"
    case .signInNeeded: "a visitor who is known to the service"
    case .notAllowed: "a visitor whom the service admits"
    case .badPath: "a path that all servers interpret alike"
    case .bodyTooLarge: "a body within its limit"
    case .unsupportedQuery: "a media type of Accept-Query"
    case .preconditionFailed: "the entity tag or the time of what is served"
    case .tooManyRequests: "fewer requests"
    case .noEdition: "a published edition"
    case .previewEnded: "the link of a preview that is not over"
    case .notKept: "an answer that is kept"
    case .serviceFailed, .serviceOverloaded: "an answer of the service"
    case .unwritable: "a document that can be written in this format"
    case .misdirected: "the host of a site"
    case .unnamedHost: "a host, since more than one may be meant"
    }
  }

  /// The fields of a request that decide about it and are in none of the event's fields.
  var decidingFields: [KnownField] {
    switch self {
    case .notAcceptable: [.accept]
    case .preconditionFailed: [.ifMatch, .ifUnmodifiedSince]
    case .notKept: [.cacheControl]
    case .noSuchDocument, .nothingFound, .methodNotAllowed, .badParameter, .brokenFlow,
      .signInNeeded, .notAllowed, .badPath, .bodyTooLarge, .unsupportedQuery, .tooManyRequests,
      .noEdition, .previewEnded, .serviceFailed, .serviceOverloaded, .unwritable, .misdirected,
      .unnamedHost:
      []
    }
  }
}

/// A problem of a client, as events report it.
final class ProblemReport: Sendable {
  let kind: ProblemKind
  /// The value seen and the value expected, unless the kind says it all.
  let detail: String?
  /// The failure of the plan, if that is the problem.
  let failure: PlanFailure?
  /// The values that the document declares for the log.
  let captured: [String]

  init(
    _ kind: ProblemKind,
    detail: String? = nil,
    _ failure: PlanFailure? = nil,
    captured: [String] = []
  ) {
    self.kind = kind
    self.captured = captured
    self.detail = detail
    self.failure = failure
  }

  /// Makes a problem with the usual expectation of its kind.
  convenience init(_ kind: ProblemKind, seen: String) {
    self.init(kind, detail: "\(seen); expected \(kind.expected)")
  }
}

/// The answer to a request that is not fulfilled.
struct Refusal: Sendable {
  let response: PreparedResponse
  let report: ProblemReport
}
