// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The rights of an operator; each role has those of the roles before it.
enum OperatorRole: String, CaseIterable, Comparable, Sendable {
  /// Reads everything, changes nothing.
  case viewer
  /// Makes changes that are temporary or can be undone at once: purges, silences, drains,
  /// ejections.
  case `operator`
  /// Makes changes that every visitor sees, and erases events.
  case admin

  static func < (first: OperatorRole, second: OperatorRole) -> Bool {
    first.rank < second.rank
  }

  private var rank: Int {
    switch self {
    case .viewer: 0
    case .operator: 1
    case .admin: 2
    }
  }
}

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
