// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// RFC 9211. Each cache on the way adds a member behind those of the caches before it; ours is built
// of what really happened, so that `hit` and `fwd` cannot both be said. `fwd-status`, `stored` and
// `collapsed` have a meaning only beside `fwd` and stand in that case alone.

/// What a cache did with one request.
package struct CacheStatus: Sendable, Equatable {
  /// Why a request went to the origin.
  package enum Forwarded: String, Sendable, CaseIterable {
    /// The cache was told not to handle it.
    case bypass
    case method
    case uriMiss = "uri-miss"
    case varyMiss = "vary-miss"
    case miss
    /// The request did not let a fresh answer be used.
    case request
    case stale
    case partial
  }

  /// How the request was handled.
  package enum Handling: Sendable, Equatable {
    case hit
    /// - Parameters:
    ///   - status: What the origin answered, when it did.
    ///   - isStored: Whether the answer was kept.
    ///   - isCollapsed: Whether the request waited for another one's answer; `nil` when waiting is
    ///     not a question.
    case forwarded(Forwarded, status: Status?, isStored: Bool, isCollapsed: Bool?)
  }

  /// The cache, as its operator names it.
  package var name: String
  package var handling: Handling
  /// Seconds of freshness left; negative when the answer is stale.
  package var timeLeft: Int?
  package var key: String?
  package var detail: String?

  package init(
    _ name: String,
    _ handling: Handling,
    timeLeft: Int? = nil,
    key: String? = nil,
    detail: String? = nil
  ) {
    self.name = name
    self.handling = handling
    self.timeLeft = timeLeft
    self.key = key
    self.detail = detail
  }

  /// The member of the list; what no structured field can hold is left out.
  package var member: String {
    var parameters: StructuredField.Parameters = [:]
    switch handling {
    case .hit: parameters["hit"] = .boolean(true)
    case .forwarded(let reason, let status, let isStored, let isCollapsed):
      parameters["fwd"] = .token(reason.rawValue)
      if let status { parameters["fwd-status"] = .integer(Int(status.code)) }
      if isStored { parameters["stored"] = .boolean(true) }
      if let isCollapsed { parameters["collapsed"] = .boolean(isCollapsed) }
    }
    if let timeLeft { parameters["ttl"] = .integer(timeLeft) }
    if let key, CacheStatus.isWritable(key) { parameters["key"] = .string(key) }
    if let detail, CacheStatus.isWritable(detail) { parameters["detail"] = .string(detail) }
    for value in [StructuredField.BareItem.token(name), .string(name), .token("cache")] {
      if let text = try? StructuredField.Item(value, parameters).serialized() { return text }
    }
    return ""
  }

  /// Adds the member behind those of the caches that the answer came by.
  package func append(to fields: inout Fields) { fields.append("cache-status", member) }

  /// Whether a string of a structured field can say it (RFC 9651 section 3.3.3).
  private static func isWritable(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
