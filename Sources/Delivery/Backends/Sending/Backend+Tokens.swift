// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import Reactor
import Services

/// Gets access tokens for calls.
extension Backend {
  /// Returns the token if it is there; otherwise `then` is called with what has come of asking for it.
  func token(
    _ declared: TokenDeclaration,
    then: @escaping (Result<AccessToken, BackendFault>) -> Void
  ) throws(BackendFault) -> AccessToken? {
    let (name, loop) = (settings.name, core.loop)
    let confined = LoopConfined(then, to: loop.number)
    let decision = secrets.tokens.decide(declared, at: core.now) { outcome in
      loop.execute {
        confined.value(outcome.mapError { BackendFault(.noCredential, of: name, token: $0) })
      }
    }
    switch decision {
    case .token(let token, let renews):
      if renews { ask(declared) }
      return token
    case .ask:
      ask(declared)
      return nil
    case .wait: return nil
    case .failed(let fault): throw BackendFault(.noCredential, of: name, token: fault)
    }
  }

  private func ask(_ declared: TokenDeclaration) {
    let client = TokenClient(client, secrets, settings.tokenConnections)
    let confined = LoopConfined(client, to: core.loop.number)
    core.loop.start { await confined.value.renew(declared) }
  }
}

extension BackendFault {
  fileprivate init(_ kind: Kind, of backend: String, token fault: PlainError) {
    self.init(
      kind,
      of: backend,
      fault.description,
      expected: "an access token (RFC 6749 section 4.4)"
    )
  }
}
