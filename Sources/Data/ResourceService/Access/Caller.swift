// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import ResourceStore
import Sites

/// The permissions of a request: the level that the mount gives it, and its sender.
package struct Caller: Sendable {
  /// The level of the request, by its token or without one; it decides about types without rules.
  package var level: ResourceService.Rights
  /// The sender, to whom access rules apply; `nil` for one that is exempt from them.
  package var principal: Principal?
  /// The operator who sends the request; `nil` for a client.
  var operatorAuthor: ChangeAuthor?

  /// - Parameter isTrusted: whether the request is exempt from access rules, as with an operator's
  ///   token.
  package init(_ level: ResourceService.Rights, isTrusted: Bool = false) {
    self.level = level
    principal = isTrusted ? nil : Principal()
  }

  /// The author of what the request changes.
  var author: ChangeAuthor {
    if let operatorAuthor { return operatorAuthor }
    guard let principal else { return .token }
    return principal.user.map { .user($0) } ?? principal.app.map { .app($0) } ?? .anybody
  }

  private static let nobody = Principal()

  /// Whether the request has no credentials, so that anybody could send it.
  var isAnybody: Bool { principal == Self.nobody }
}
