// SPDX-License-Identifier: Apache-2.0

package import Filters
package import Measure

/// A time in which some alerts are reported to nobody.
package struct AlertSilence: Sendable, Equatable {
  /// The alerts that are silenced.
  package enum Scope: Sendable, Equatable {
    /// The name of an alert, or a beginning of names followed by `*`.
    case name(String)
    /// Alerts that satisfy all of some matchers.
    case matchers([AlertMatcher])
  }

  /// The name of the silence, by which it is ended.
  package let id: String
  package let scope: Scope
  /// Its begin and its end, in seconds since 1970.
  package let starts: Int64
  package let until: Int64
  /// The operator who is behind it; `nil` where nobody says.
  package let author: String?
  package let reason: String

  package init(
    _ scope: Scope,
    id: String = AlertSilence.newID(),
    starts: Int64,
    until: Int64,
    author: String?,
    reason: String
  ) {
    (self.id, self.scope, self.starts) = (id, scope, starts)
    (self.until, self.author, self.reason) = (until, author, reason)
  }

  package init(_ name: String, until: Int64, reason: String) {
    self.init(.name(name), starts: 0, until: until, author: nil, reason: reason)
  }

  /// A new id, which no other silence has.
  package static func newID() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

  package func isActive(at now: Int64) -> Bool { starts <= now && now < until }

  package func covers(_ alert: AlertCondition) -> Bool {
    switch scope {
    case .name(let name):
      name.hasSuffix("*") ? alert.id.hasPrefix(name.dropLast()) : alert.id == name
    case .matchers(let matchers): matchers.allSatisfy { $0.holds(for: alert) }
    }
  }

  /// The same silence with another end.
  package func ending(at end: Int64) -> AlertSilence {
    AlertSilence(scope, id: id, starts: starts, until: end, author: author, reason: reason)
  }
}

extension AlertSilence.Scope: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name(let name): name
    case .matchers(let matchers): matchers.map(\.description).joined(separator: ", ")
    }
  }

  /// Reads the name of an alert, or matchers.
  package init(_ text: String) throws(FilterError) {
    self = AlertMatcher.isList(text) ? .matchers(try AlertMatcher.list(text)) : .name(text)
  }
}
