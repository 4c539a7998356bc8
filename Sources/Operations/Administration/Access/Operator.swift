// SPDX-License-Identifier: Apache-2.0

import Reactor
import Serving

/// The sender of a request to the operators' listener.
struct Operator: Sendable {
  /// The name of the token; `nil` where none is needed.
  let name: String?
  let role: OperatorRole
  let address: SocketAddress

  /// The sentence that refuses an action; `nil` for one that the role allows.
  func refusal(of action: AuditLog.Action) -> String? {
    guard role < action.role else { return nil }
    let shown = name.map { "the token \"\($0)\" has" } ?? "this operator has"
    return
      "\(action.verb) needs the role \(action.role.rawValue); \(shown) the role \(role.rawValue)"
  }
}
