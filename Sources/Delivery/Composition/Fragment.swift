// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import JSONValues

/// The answer of one call, ready to be picked from; shared by all answers that it is a part of.
package final class Fragment: Sendable {
  package let document: JSONDocument
  /// Until when it is what the service says.
  package let expire: UnixTime
  package let tags: [String]

  package init(
    _ document: JSONDocument,
    expire: UnixTime,
    tags: [String] = []
  ) {
    self.document = document
    self.expire = expire
    self.tags = tags
  }
}

/// The answer of one call that there is nothing.
package final class Absence: Sendable {
  /// What the service said, for metrics and events.
  package let reason: String
  /// Until when it is not asked again.
  package let expire: UnixTime
  package let tags: [String]

  package init(reason: String, expire: UnixTime, tags: [String] = []) {
    self.reason = reason
    self.expire = expire
    self.tags = tags
  }
}

/// What came of a call.
package enum CallOutcome: Sendable {
  case fragment(Fragment)
  /// The last good answer, though the service has not said that it is still the same.
  case stale(Fragment)
  case absent(Absence)
  /// No answer, for a reason that metrics and events name.
  case failure(reason: String)
}
