// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// What a request must be before it is sent.
enum RequestRules {
  /// The framing of its body; throws when the head would not be the one that was meant.
  static func framing(
    _ request: Request,
    _ body: CallBody
  ) throws(ClientError) -> BodyFraming {
    guard !request.target.isEmpty, request.target.utf8.allSatisfy(isVisible),
      request.authority.utf8.allSatisfy(isVisible), Method(request.method.name) != nil
    else { throw ClientError(.invalidRequest, "the target or the host has an impossible byte") }
    switch body {
    case .none:
      // Without content these methods still say so (RFC 9110 section 8.6).
      switch request.method {
      case .post, .put, .patch: return .length(0)
      default: return .none
      }
    case .bytes(let bytes): return .length(bytes.count)
    case .streaming(let length?): return .length(length)
    case .streaming(nil): return .chunked
    }
  }

  private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }
}
