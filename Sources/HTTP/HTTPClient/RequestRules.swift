// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// Rules that a request must meet before it is sent.
enum RequestRules {
  /// Makes a request ready for its way: without what concerned another connection, with what the call's
  /// options ask for.
  static func prepare(
    _ request: inout Request,
    _ body: CallBody,
    _ options: CallOptions
  ) throws(ClientError) {
    try check(request)
    if case .streaming(let length?) = body, length < 0 {
      throw ClientError(.invalidRequest, "a body cannot have \(length) bytes")
    }
    if concernsOneConnection(request.fields) {
      let acceptsTrailers = request.fields.view.acceptsTrailers
      request.fields.removeHopByHop()
      if acceptsTrailers { request.fields.append(FieldName(.te), "trailers") }
    }
    if let name = options.upgrade {
      request.fields.append(FieldName(.upgrade), name.description)
    }
    if options.decoding != nil, !request.fields.contains(FieldName(.acceptEncoding)) {
      request.fields.append(FieldName(.acceptEncoding), CallOptions.acceptedCodings)
    }
    // Only who waits for the answer may ask the question.
    if request.fields.contains(FieldName(.expect)) {
      request.fields.remove(FieldName(.expect))
    }
  }

  private static func check(_ request: Request) throws(ClientError) {
    if case .connect = request.method {
      throw ClientError(.invalidRequest, "there are no tunnels: CONNECT cannot be sent")
    }
    guard request.method.isValid, isVisible(request.target), !request.target.isEmpty,
      isVisible(request.authority)
    else {
      throw ClientError(
        .invalidRequest,
        "the method, the target or the host has an impossible byte"
      )
    }
  }

  private static func concernsOneConnection(_ fields: Fields) -> Bool {
    let view = fields.view
    for index in 0..<view.count where view.slot(at: index).known.isHopByHop { return true }
    return false
  }

  private static func isVisible(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in 0..<bytes.count where bytes[index] <= 0x20 || bytes[index] == 0x7F {
      return false
    }
    return true
  }

  /// The framing of a request's body.
  static func framing(_ method: Method, _ body: CallBody) -> BodyFraming {
    switch body {
    case .none:
      // Without content these methods still say so (RFC 9110 section 8.6).
      switch method {
      case .post, .put, .patch: .length(0)
      default: .none
      }
    case .bytes(let bytes): .length(bytes.count)
    case .streaming(let length?): .length(length)
    case .streaming(nil): .chunked
    }
  }
}
