// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import ContentModel
import HTTPServer
import HTTPValues
import Reactor

/// Signing in to the console, where the listener demands a token.
extension AdminHandler {
  /// The page that asks for the token, for a browser that has shown none.
  func signInPage(
    _ status: Status = .unauthorized,
    next: Address,
    fault: String? = nil
  ) -> PreparedResponse {
    var fields = AdminHandler.pageFields
    if status == .unauthorized { fields.set("www-authenticate", "Bearer realm=\"portico\"") }
    return PreparedResponse(
      Response(status, fields: fields),
      body: SignInPage.html(next: next, fault: fault, version: Portico.version)
    )
  }

  /// Begins a session for who sends the token; `nil` for another request.
  func signIn(_ request: borrowing RequestView, from peer: Peer) -> Answer? {
    guard request.method == .post, request.path.text == SignInPage.path, state.gate.needsToken
    else { return nil }
    if CrossOriginRequests.isForeign(request) {
      return AdminHandler.problem(.forbidden, "pages of other origins cannot sign in")
    }
    return .later { exchange in
      let body = try await exchange.body(atMost: AdminHandler.maximumSignInBytes)
      let form = QueryParameters(body.span) ?? QueryParameters([])
      let next = form["next"].flatMap { Address(reading: $0) } ?? Address("/")
      let word = Array((form["word"] ?? "").utf8)
      guard let name = self.state.gate.begin(with: word, at: SiteOptions.now.seconds) else {
        return try await exchange.respond(
          self.signInPage(next: next, fault: "This is not the token of the listener.")
        )
      }
      var response = AdminHandler.seeOther(next)
      let isSecure = self.state.access.isSecure
      response.fields.set("set-cookie", ConsoleSessions.field(name, isSecure: isSecure))
      try await exchange.respond(response)
    }
  }

  private static let maximumSignInBytes = 16_384
}
