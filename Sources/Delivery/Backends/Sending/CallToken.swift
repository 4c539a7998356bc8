// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The access token of a call, which is replaced once if the service refuses it.
struct CallToken {
  var current: AccessToken?
  private var isRenewed = false

  init() {}

  /// Whether a call can be made; if not, `then` is called with what has come of asking for a token.
  mutating func isThere(
    for backend: Backend,
    then: @escaping (Result<AccessToken, BackendFault>) -> Void
  ) throws(BackendFault) -> Bool {
    guard let declared = backend.settings.token else { return true }
    current = try backend.token(declared, then: then)
    return current != nil
  }

  /// Whether an answer is a refusal of the token, in place of which another one may be accepted.
  mutating func isRenewed(after status: Status?, by backend: Backend) -> Bool {
    guard status == .unauthorized, !isRenewed, let refused = current,
      let declared = backend.settings.token
    else { return false }
    isRenewed = true
    current = nil
    backend.secrets.tokens.refused(refused, of: declared)
    return true
  }
}
