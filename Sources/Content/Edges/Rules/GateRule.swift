// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// The config document tells an app's version that it must or should be updated, and depends on no more of
// the version than that. So the edge asks for it with one version for all those that are told the same.

/// Versions of an app that must or should be updated.
package struct GateRule: Sendable, Hashable {
  package let app: String
  /// Whether it is the site's only app, which requests without an app are taken to come from.
  package let isOnly: Bool
  /// Builds that must be updated, whatever their version.
  package let blockedBuilds: [UInt64]
  /// The lowest version that need not be updated.
  package let minimum: [UInt32]?
  /// The lowest version that should not be updated either.
  package let recommended: [UInt32]?
  /// The X-App that stands for all versions that must be updated.
  package let requiredClaim: String
  /// The X-App that stands for all versions that should be updated.
  package let recommendedClaim: String

  package init(
    app: String,
    isOnly: Bool,
    blockedBuilds: [UInt64],
    minimum: [UInt32]?,
    recommended: [UInt32]?,
    requiredClaim: String,
    recommendedClaim: String
  ) {
    self.app = app
    self.isOnly = isOnly
    self.blockedBuilds = blockedBuilds
    self.minimum = minimum
    self.recommended = recommended
    self.requiredClaim = requiredClaim
    self.recommendedClaim = recommendedClaim
  }

  /// The numbers of a version, in the order in which they are compared.
  package static func numbers(of version: AppVersion) -> [UInt32] {
    (0..<4).map { version.numbers[$0] }
  }
}
