// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPForwarding
import HTTPValues
import Reactor

/// The service behind a pass, with all that is known of its endpoints. It lives on a loop.
final class BackendUpstream: Upstream {
  /// The first of the declared addresses: requests that name nobody are for it.
  let origin: Origin
  private let backend: Backend

  init(_ backend: Backend, _ origin: Origin) {
    self.backend = backend
    self.origin = origin
  }

  func open(
    _ request: Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) async -> Void)?
  ) async throws(ForwardingFault) -> any ForwardedCall {
    do throws(BackendFault) {
      let stream = try await backend.open(
        request,
        body: body,
        options: options,
        interim: interim
      )
      return PassedCall(stream)
    } catch {
      throw ForwardingFault(error)
    }
  }
}

private final class PassedCall: ForwardedCall {
  private let stream: BackendStream

  init(_ stream: BackendStream) { self.stream = stream }

  var exchange: ClientExchange { stream.exchange }

  func waitForHead(_ interim: ((Response) async -> Void)?) async throws(ForwardingFault) {
    do throws(BackendFault) {
      try await stream.waitForHead(interim)
    } catch {
      throw ForwardingFault(error)
    }
  }

  func ended(_ error: ClientError?) { stream.ended(error) }
}

extension ForwardingFault {
  /// What a client is told when a service has no answer.
  init(_ fault: BackendFault) {
    var retryAfter: Int?
    if fault.answer == .serviceUnavailable {
      let seconds = (fault.retryAfter ?? .seconds(1)).nanoseconds / 1_000_000_000
      retryAfter = max(1, Int(clamping: seconds))
    }
    self.init(
      fault.answer,
      fault.kind.proxyStatus,
      retryAfter: retryAfter,
      fault.description
    )
  }
}

extension BackendFault.Kind {
  /// The name that RFC 9209 has for it, section 2.3.
  fileprivate var proxyStatus: String {
    switch self {
    case .refused: "connection_refused"
    case .unreachable, .circuitOpen, .noEndpoint: "destination_unavailable"
    case .insecure: "tls_protocol_error"
    case .connectTimeout: "connection_timeout"
    case .firstByteTimeout, .stalled, .timeout: "http_response_timeout"
    case .closed: "connection_terminated"
    case .truncated: "http_response_incomplete"
    case .malformed, .wrongStatus, .redirect, .wrongContentType: "http_protocol_error"
    case .overloaded: "connection_limit_reached"
    case .tooLarge: "http_response_body_size"
    case .bomb, .brokenBody: "http_response_content_coding"
    case .cancelled, .invalidRequest: "http_request_error"
    }
  }
}
