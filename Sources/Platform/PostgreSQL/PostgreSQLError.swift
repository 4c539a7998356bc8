// SPDX-License-Identifier: Apache-2.0

/// A failure of PostgreSQL or of the connection to it, with the statement that caused it.
package struct PostgreSQLError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    /// The server cannot be reached, or the connection broke; nothing was committed.
    case connection
    /// The connection broke during a commit, and whether it was done could not be found out.
    case outcomeUnknown
    /// The server refused a statement; `state` says why.
    case statement
    /// A result has more rows or bytes than its limit.
    case limit
    /// A value of another type than the one asked for, or a column that is not there.
    case row
    /// A misuse of the interface.
    case misuse
  }

  package let kind: Kind
  /// The five characters of SQLSTATE; empty where the server said nothing.
  package let state: String
  /// The server's message, or ours where we found the fault.
  package let message: String
  /// The name of the constraint or unique index that the statement violates.
  package let constraint: String?
  /// The statement without its values; `nil` where there was none.
  package let sql: String?

  package init(
    _ kind: Kind,
    _ message: String,
    state: String = "",
    constraint: String? = nil,
    sql: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.state = state
    self.constraint = constraint
    self.sql = sql
  }

  /// The failure of a connection, from libpq's verbose text: `… FATAL:  28P01: password authentication
  /// failed for user "portico"; LOCATION:  auth_failed, auth.c:332`.
  init(refusal text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if let place = parts.firstIndex(where: { $0.hasSuffix("; LOCATION") }) {
      parts[place] = parts[place].dropLast("; LOCATION".count)
      parts.removeSubrange((place + 1)...)
    }
    let code = parts.firstIndex { part in
      let word = part.drop { $0 == " " }
      return word.utf8.count == 5 && word.contains { $0.isNumber }
        && word.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
    }
    let state = code.map { String(parts.remove(at: $0).drop { $0 == " " }) } ?? ""
    self.init(.connection, parts.joined(separator: ":"), state: state)
  }

  /// Whether the server does not accept the user or the password.
  package var isUnauthorized: Bool { state.hasPrefix("28") }

  /// The characters of a statement that a description shows.
  private static let shownCharacters = 200

  /// Whether another row has the value of a unique index.
  package var isUniqueViolation: Bool { state == "23505" }

  /// Whether the server stopped a statement since it took too long or was cancelled.
  package var isTimeout: Bool { state == "57014" }

  /// Whether the server's disk has no room left.
  package var isFull: Bool { state == "53100" }

  /// Whether another transaction kept a lock for longer than a statement waits for one.
  package var isLocked: Bool { state == "55P03" }

  /// Whether the same transaction may succeed when it is repeated: a deadlock, or a conflict.
  var isConflict: Bool { state == "40001" || state == "40P01" }

  /// True if the server ends the connection with this error, or may only be read from by now.
  package var endsConnection: Bool {
    state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006"
  }
}

extension PostgreSQLError: CustomStringConvertible {
  package var description: String {
    let head = "PostgreSQL" + (state.isEmpty ? "" : " \(state)") + ": \(message)"
    guard let sql else { return head }
    let shown = sql.prefix(PostgreSQLError.shownCharacters)
    return head + " in: \(shown)" + (shown.endIndex < sql.endIndex ? "..." : "")
  }
}
