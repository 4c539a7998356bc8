// SPDX-License-Identifier: Apache-2.0

// OAuth 2's client credentials (RFC 6749 section 4.4). All loops share one token for each declaration:
// the first that needs one asks for it, and all others wait for the same answer. A token in use is
// renewed in the background once most of its lifetime is over, and after a service has refused it with 401.

import Bytes
import Reactor
import Services
import Synchronization

/// An access token, and how long it is good for.
struct AccessToken: Sendable, Equatable {
  let text: String
  /// The instant at which it ends; `nil` where its server does not say.
  var end: Instant?
  /// The instant from which a new one is asked for.
  var renewal: Instant?
}

/// The access tokens of services, by their declarations.
final class AccessTokens: Sendable {
  typealias Outcome = Result<AccessToken, PlainError>

  /// The next step of a call that needs a token.
  enum Decision {
    /// The token is there; with `renews` the caller asks for the next one.
    case token(AccessToken, renews: Bool)
    /// The caller asks for one, and tells `deliver` what has come of it.
    case ask
    /// Another asks already.
    case wait
    /// Asking has failed just now.
    case failed(PlainError)
  }

  /// Share of a token's lifetime that is left when the next one is asked for, and the most of it.
  static let renewalShare = 10
  static let earliestRenewal = Duration.seconds(60)
  /// Time after a failure for which nobody asks.
  static let pause = Duration.seconds(1)

  private struct State {
    var token: AccessToken?
    var isAsking = false
    var failure: (PlainError, until: Instant)?
    var waiting: [@Sendable (Outcome) -> Void] = []
  }

  private let states = Mutex<[TokenDeclaration: State]>([:])

  /// Returns the decision for a call; `whenThere` is called, on any thread, unless the outcome is known.
  func decide(
    _ declared: TokenDeclaration,
    at now: Instant,
    whenThere: @escaping @Sendable (Outcome) -> Void
  ) -> Decision {
    states.withLock { states in
      var state = states[declared] ?? State()
      defer { states[declared] = state }
      let mayAsk = !state.isAsking && state.failure.map { now >= $0.until } ?? true
      if let token = state.token, token.end.map({ now < $0 }) ?? true {
        let renews = mayAsk && token.renewal.map { now >= $0 } ?? false
        if renews { state.isAsking = true }
        return .token(token, renews: renews)
      }
      guard mayAsk || state.isAsking else { return state.failure.map { .failed($0.0) } ?? .wait }
      state.waiting.append(whenThere)
      guard mayAsk else { return .wait }
      state.isAsking = true
      return .ask
    }
  }

  /// Takes the outcome of a request for a token, for all who wait.
  func deliver(_ outcome: Outcome, of declared: TokenDeclaration, at now: Instant) {
    let waiting = states.withLock { states in
      var state = states[declared] ?? State()
      defer { states[declared] = state }
      state.isAsking = false
      switch outcome {
      case .success(let token): (state.token, state.failure) = (token, nil)
      case .failure(let fault): state.failure = (fault, now + AccessTokens.pause)
      }
      let waiting = state.waiting
      state.waiting = []
      return waiting
    }
    for tell in waiting { tell(outcome) }
  }

  /// Forgets a token that a service has refused.
  func refused(_ token: AccessToken, of declared: TokenDeclaration) {
    states.withLock { states in
      if states[declared]?.token == token { states[declared]?.token = nil }
    }
  }
}

extension AccessToken {
  /// - Parameter seconds: its lifetime; `nil` where its server does not say.
  init(_ text: String, for seconds: Int?, since now: Instant) {
    self.text = text
    guard let seconds else { return }
    let lifetime = Duration.seconds(seconds)
    end = now + lifetime
    let before = min(lifetime / AccessTokens.renewalShare, AccessTokens.earliestRenewal)
    renewal = now + (lifetime - before)
  }
}
