// SPDX-License-Identifier: Apache-2.0

/// The rights of an operator; each role has those of the roles before it.
package enum OperatorRole: String, CaseIterable, Comparable, Sendable {
  /// Reads everything, changes nothing.
  case viewer
  /// Makes changes that are temporary or can be undone at once: purges, silences, drains,
  /// ejections.
  case `operator`
  /// Makes changes that every visitor sees, and erases events.
  case admin

  package static func < (first: OperatorRole, second: OperatorRole) -> Bool {
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
