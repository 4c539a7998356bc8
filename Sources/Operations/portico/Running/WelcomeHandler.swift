// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import Serving

/// Responds that the server runs and has no content.
final class WelcomeHandler: RequestHandler {
  private let welcome = PreparedResponse(
    Response(.ok, fields: ["content-type": "application/json", "cache-control": "max-age=5"]),
    body: Array("{\"datatype\":\"portico\",\"version\":\"\(Release.version)\"}\n".utf8)
  )
  private let missing = PreparedResponse(
    Response(
      .notFound,
      fields: ["content-type": "application/problem+json", "cache-control": "max-age=5"]
    ),
    body: Array("{\"status\":404,\"title\":\"Not Found\"}\n".utf8)
  )
  private let refused = PreparedResponse(
    Response(
      .methodNotAllowed,
      fields: ["content-type": "application/problem+json", "allow": "GET, HEAD"]
    ),
    body: Array("{\"status\":405,\"title\":\"Method Not Allowed\"}\n".utf8)
  )

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    switch request.method {
    case .get, .head: .prepared(request.path.matches("/") ? welcome : missing)
    default: .prepared(refused)
    }
  }
}
