// SPDX-License-Identifier: Apache-2.0

import HTTPValues

// RFC 9111 section 4.4 and RFC 9875 section 3. An answer 2xx or 3xx to a method that is not safe, or
// of which nothing is known, makes worthless what is kept for the target, for Location and for
// Content-Location where these are of the same origin, and for every target of that origin whose
// answers are in a group that Cache-Group-Invalidation names.

/// Stored answers that an answer to an unsafe request invalidates.
package struct Invalidation: Sendable, Equatable {
  /// The target of the request first.
  package let targets: [TargetURI]
  /// Groups of the target's origin.
  package let groups: Set<String>

  /// `nil` when the answer makes nothing worthless.
  package init?(_ answered: AnsweredRequest) {
    let status = answered.response.status
    guard !answered.request.method.isSafe, status.isSuccess || status.isRedirect,
      let target = TargetURI(answered.request)
    else { return nil }
    let fields = answered.response.fields
    var targets = [target]
    for name: KnownField in [.location, .contentLocation] {
      guard let index = fields.view.onlyIndex(of: name),
        let other = target.resolving(fields.view.value(at: index)), other.isSameOrigin(as: target),
        !targets.contains(other)
      else { continue }
      targets.append(other)
    }
    self.targets = targets
    groups = Set(CacheGroups(.cacheGroupInvalidation, in: fields.view).names)
  }

  /// Whether what is kept for `target` is worthless now.
  package func covers(_ stored: StoredResponse, of target: TargetURI) -> Bool {
    guard let own = targets.first, target.isSameOrigin(as: own) else { return false }
    return targets.contains(target) || stored.groups.contains { groups.contains($0) }
  }
}
