// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

// A path has one normal form, which is made once, before anything else is decided: limits, routes, passes,
// cache keys and services see no other. The bytes of requests that are remembered are in normal form, so a
// request with the same bytes needs no check.

/// A request with its path in normal form.
enum NormalRequest {
  /// It was sent in normal form, or has no path.
  case asSent
  case changed(Request)
  /// It has no normal form that all servers agree about.
  case refused(NormalPath.Refusal)

  init(_ request: borrowing RequestView) {
    switch NormalPath(request.path, policy: .requests) {
    case .unchanged, .refused(.notAbsolute): self = .asSent
    case .changed(let path):
      var normal = Request(copying: request)
      normal.target = PassRoute.target(path.span.text, normal.target)
      self = .changed(normal)
    case .refused(let refusal): self = .refused(refusal)
    }
  }
}
