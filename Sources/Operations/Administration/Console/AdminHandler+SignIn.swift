// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import ContentModel
import HTTPServer
import HTTPValues
import Measure
import Reactor
import Serving

/// Signing in to the console, where the listener demands a token.
extension AdminHandler {
  /// The page that asks for the token, for a browser that is not signed in.
  func signInPage(
    _ status: Status = .unauthorized,
    next: Address,
    fault: String? = nil
  ) -> PreparedResponse {
    var fields = PageFields.all
    if status == .unauthorized { fields.set("www-authenticate", "Bearer realm=\"portico\"") }
    return PreparedResponse(
      Response(status, fields: fields),
      body: SignInPage.html(next: next, fault: fault, version: Release.version)
    )
  }

  /// Begins a session if the request is a sign-in with a right token; `nil` for another request.
  func signIn(_ request: borrowing RequestView, from peer: Peer) -> Answer? {
    guard request.method == .post, request.path.text == SignInPage.path, state.gate.needsToken
    else { return nil }
    if CrossOriginRequests.isForeign(request) {
      return AdminHandler.problem(.forbidden, "pages of other origins cannot sign in")
    }
    return .later { exchange in
      let body = try await exchange.body(atMost: AdminHandler.maximumSignInBytes)
      let form = QueryParameters(body.span) ?? QueryParameters([])
      let next = form["next"].flatMap { Address(reading: $0) } ?? Address(.now)
      let word = Array((form["word"] ?? "").utf8)
      guard let begun = self.state.gate.begin(with: word, at: UnixTime.now.seconds) else {
        exchange.request.withView { self.note(.wrong, of: $0, from: exchange.peer) }
        let fault = "This is no token of the listener."
        return try await self.refuse(exchange, self.signInPage(next: next, fault: fault))
      }
      let caller = Operator(
        name: begun.file.name,
        role: begun.file.role,
        address: exchange.peer.client
      )
      self.state.audit.record(.signIn, .done, by: caller, site: nil)
      var response = AdminHandler.seeOther(next)
      let isSecure = self.state.access.isSecure
      response.fields.set("set-cookie", ConsoleSessions.field(begun.session, isSecure: isSecure))
      try await exchange.respond(response)
    }
  }

  /// Counts a refusal, and logs it if that is due.
  func note(_ refusal: AdminGate.Refusal, of request: borrowing RequestView, from peer: Peer) {
    let line = state.gate.note(refusal, of: request, from: peer, at: core.wallSeconds)
    if let line { StandardStream.errors.write("portico: \(line)\n") }
  }

  /// Answers a wrong token when its turn comes.
  func wrongToken(_ answer: PreparedResponse) -> Answer {
    .later { try await self.refuse($0, answer) }
  }

  private func refuse(_ exchange: Exchange, _ answer: PreparedResponse) async throws {
    switch state.gate.turn(at: core.now) {
    case .atOnce: break
    case .after(let wait): try await Task.sleep(for: wait)
    case .none:
      let detail = "too many wrong tokens; the right one is not held up"
      var problem = Problem(.plain(.tooManyRequests))
      problem.detail = detail
      let fields: Fields = [
        "content-type": Problem.mediaType, "cache-control": "no-store",
        "retry-after": "\(WrongTokenPace.room)",
      ]
      return try await exchange.respond(
        PreparedResponse(Response(.tooManyRequests, fields: fields), body: problem.json)
      )
    }
    try await exchange.respond(answer)
  }

  private static let maximumSignInBytes = 16_384
}
