// SPDX-License-Identifier: Apache-2.0

import ContentCoding
package import HTTPValues

/// Error after which an exchange cannot go on.
package enum ExchangeError: Failure, Equatable {
  /// The client has gone, or gave up the stream.
  case disconnected
  /// The body is longer than the limit.
  case bodyTooLarge
  /// The body is not what its framing or its content coding says.
  case malformedBody
  /// The body is in a content coding that is not known.
  case unknownCoding
  /// The body stood still for too long.
  case bodyTooSlow
  /// More was written than the length that was announced, or less at the end.
  case lengthMismatch
  /// The handler answered twice, wrote a body without a head, or behind its end: a bug of ours.
  case outOfOrder

  package var status: Status? {
    switch self {
    case .disconnected: nil
    case .bodyTooLarge: .contentTooLarge
    case .malformedBody: .badRequest
    case .unknownCoding: .unsupportedMediaType
    case .bodyTooSlow: .requestTimeout
    case .lengthMismatch, .outOfOrder: .internalServerError
    }
  }

  package var label: String {
    switch self {
    case .disconnected: "disconnected"
    case .bodyTooLarge: "body_too_large"
    case .malformedBody: "malformed_body"
    case .unknownCoding: "unknown_coding"
    case .bodyTooSlow: "body_too_slow"
    case .lengthMismatch: "length_mismatch"
    case .outOfOrder: "out_of_order"
    }
  }
}

extension ExchangeError {
  package var origin: FailureOrigin {
    switch self {
    case .disconnected, .bodyTooLarge, .malformedBody, .unknownCoding, .bodyTooSlow: .client
    case .lengthMismatch, .outOfOrder: .gateway
    }
  }

  // A body that was read is gone.
  package var retry: FailureRetry { .never }

  package var proxyStatus: StaticString {
    switch self {
    case .lengthMismatch, .outOfOrder: "proxy_internal_error"
    case .disconnected, .bodyTooLarge, .malformedBody, .unknownCoding, .bodyTooSlow:
      "http_request_error"
    }
  }

  package var description: String { context }

  package var expected: String {
    switch self {
    case .disconnected: "a client that waits for its answer"
    case .bodyTooLarge: "a body within its limit"
    case .malformedBody: "a body framed and coded as its head says"
    case .unknownCoding: "a body without coding, or in \(Coding.understood)"
    case .bodyTooSlow: "the rest of the body in time"
    case .lengthMismatch: "as many bytes as were announced"
    case .outOfOrder: "a head, a body and an end, once each"
    }
  }

  package var seen: String {
    switch self {
    case .disconnected: "the client is gone"
    case .bodyTooLarge: "the body is longer than its limit"
    case .malformedBody: "the body is not what its framing or its coding says"
    case .unknownCoding: "the body is in an unknown content coding"
    case .bodyTooSlow: "the body stood still for too long"
    case .lengthMismatch: "the body has not the length that was announced"
    case .outOfOrder: "the handler sent the parts of its response out of order"
    }
  }
}

extension ExchangeError {
  /// The error of a body that cannot be decoded.
  init(_ fault: CodingFault) {
    switch fault.kind {
    case .unsupported, .tooManyCodings: self = .unknownCoding
    case .tooLarge, .tooDense, .windowTooLarge, .outOfMemory: self = .bodyTooLarge
    case .corrupt, .truncated, .trailingGarbage: self = .malformedBody
    }
  }
}
