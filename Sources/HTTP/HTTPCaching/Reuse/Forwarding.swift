// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A request that goes to the origin: why, and what the cache changes about it.
package struct Forwarding: Sendable, Equatable {
  /// Purpose of a request to the origin.
  package enum Purpose: Sendable, Equatable {
    /// For an answer, as the client asked.
    case fetch
    /// Whether this candidate is still good, or else for a new one (RFC 9111 section 4.3.1).
    case validate(Int)
    /// Which of these candidates is for this request, or else for a new one (4.3.1).
    case selectVariant([Int])
    /// For the bytes that this candidate lacks (3.4).
    case complete(Int, missing: Range<Int>)
  }

  package let purpose: Purpose
  package let reason: ReuseReason
  /// The client's fields that are not sent on.
  package internal(set) var removed: [KnownField] = []
  /// The cache's own.
  package internal(set) var added = Fields()

  init(_ purpose: Purpose, _ reason: ReuseReason) {
    self.purpose = purpose
    self.reason = reason
  }

  /// Makes the client's fields those that are sent.
  package func apply(to fields: inout Fields) {
    for name in removed { fields.remove(FieldName(name)) }
    for index in 0..<added.count {
      guard let name = FieldName(added.view.name(at: index)) else { continue }
      fields.append(name, bytes: added.view.value(at: index))
    }
  }

  /// Whether the cache has put a condition or a range of its own in place of the client's.
  package var isOurs: Bool { purpose != .fetch }
}
