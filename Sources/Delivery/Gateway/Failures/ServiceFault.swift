// SPDX-License-Identifier: Apache-2.0

import Backends
import DataFiles
import HTTPValues
import JSONValues
import Plans

/// Failure of a call of a plan: there is no usable answer.
struct ServiceFault: Failure {
  enum Kind: Sendable {
    /// The backend could not be asked, or its answer is not accepted.
    case backend(BackendFault)
    /// The body of the answer cannot be read as JSON.
    case body(JSONFault)
    /// The body of the answer cannot be read as XML.
    case xml(DataFileError)
    /// The answer is not as the document expects.
    case shape(ShapeBreach)
    /// The plan asks a backend that the site does not declare.
    case noBackend
    /// Another request's fetch of the same answer took longer than this request may take.
    case late
    /// Too many requests wait for the same answer already.
    case crowded
    /// The fetch was abandoned.
    case abandoned
  }

  let kind: Kind
  /// The name of the backend.
  let backend: String

  init(_ kind: Kind, of backend: String) {
    self.kind = kind
    self.backend = backend
  }

  init(_ fault: BackendFault) {
    kind = .backend(fault)
    backend = fault.backend
  }

  var label: String {
    switch kind {
    case .backend(let fault):
      if fault.kind == .wrongStatus, let status = fault.answered { return "status_\(status.code)" }
      return fault.label
    case .body, .xml: return BackendFault.Kind.brokenBody.rawValue
    case .shape: return "wrong_shape"
    case .noBackend: return "no_backend"
    case .late: return BackendFault.Kind.timeout.rawValue
    case .crowded: return BackendFault.Kind.overloaded.rawValue
    case .abandoned: return "abandoned"
    }
  }

  var origin: FailureOrigin {
    switch kind {
    case .backend(let fault): fault.origin
    case .body, .xml, .shape: .server
    case .noBackend, .late, .crowded: .gateway
    case .abandoned: .client
    }
  }

  var retry: FailureRetry {
    switch kind {
    case .backend(let fault): fault.retry
    case .body, .xml, .shape, .noBackend: .never
    case .late, .crowded, .abandoned: .always
    }
  }

  var cause: (any Error)? {
    switch kind {
    case .backend(let fault): fault
    case .body(let fault): fault
    case .xml(let fault): fault
    case .shape, .noBackend, .late, .crowded, .abandoned: nil
    }
  }

  var seen: String {
    switch kind {
    case .backend(let fault): fault.seen
    case .body(let fault):
      "the body is no JSON: \(fault.kind.rawValue) at byte \(fault.offset)"
    case .xml(let fault): "the body is no XML: \(fault.seen) in line \(fault.position.line)"
    case .shape(let breach): "\(breach.path) is \(breach.seen)"
    case .noBackend: "the site declares no backend of this name"
    case .late: "another request's fetch of the same was not over in time"
    case .crowded: "too many requests wait for the same"
    case .abandoned: "the fetch was given up before it ended"
    }
  }

  var expected: String {
    switch kind {
    case .backend(let fault): fault.expected
    case .body(let fault): fault.expected.rawValue
    case .xml(let fault): fault.expected
    case .shape(let breach): breach.expected
    case .noBackend: "a backend that the site declares"
    case .late: "the answer of that fetch in time"
    case .crowded: "room for one more that waits"
    case .abandoned: "somebody to wait for the answer"
    }
  }

  var status: Status? {
    switch kind {
    case .backend(let fault): fault.status
    case .body, .xml: BackendFault.Kind.brokenBody.status
    case .late: BackendFault.Kind.timeout.status
    case .crowded: BackendFault.Kind.overloaded.status
    case .shape, .noBackend, .abandoned: .badGateway
    }
  }

  var proxyStatus: StaticString {
    switch kind {
    case .backend(let fault): fault.proxyStatus
    case .body, .xml: "http_response_content_coding"
    case .shape: "http_protocol_error"
    case .noBackend: "destination_not_found"
    case .late: "http_response_timeout"
    case .crowded: "connection_limit_reached"
    case .abandoned: "http_request_error"
    }
  }

  var description: String {
    if case .backend(let fault) = kind { return fault.description }
    return "\(label): backend \(backend): \(context)"
  }

  /// The value of an answer that is not as the document expects.
  var breach: ShapeBreach? { if case .shape(let breach) = kind { breach } else { nil } }

  /// The status of an answer that the plan does not accept.
  private var answered: Status? {
    guard case .backend(let fault) = kind, fault.kind == .wrongStatus else { return nil }
    return fault.answered
  }

  /// True for 404 Not Found and 410 Gone, which are answers.
  var isAbsence: Bool { answered == .notFound || isGone }

  /// True for 410 Gone.
  var isGone: Bool { answered == .gone }

  /// The refusal of a visitor whose credentials the service got.
  var refusal: CallFailure.Refusal? {
    guard case .backend(let fault) = kind else { return nil }
    switch answered {
    case .unauthorized: return .unauthorized(challenge: fault.challenge)
    case .forbidden: return .forbidden
    default: return nil
    }
  }
}
