// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import Sites

/// The permissions of a request: the level that the mount gives it, and its sender.
package struct Caller: Sendable {
  /// The level of the request, by its token or without one; it decides about types without rules.
  package var level: ResourceService.Rights
  /// Whose rights rules decide about; `nil` for whom they do not bind.
  package var principal: Principal?

  /// - Parameter isTrusted: whether rules do not bind the request, as they do not bind an operator's
  ///   token.
  package init(_ level: ResourceService.Rights, isTrusted: Bool = false) {
    self.level = level
    principal = isTrusted ? nil : Principal()
  }

  /// Whether the request is one that anybody could send.
  var isAnybody: Bool { principal == Principal() }
}
