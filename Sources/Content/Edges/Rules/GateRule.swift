// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// The config document tells versions of an app that they must or should be replaced. What it says
// depends on no more than this, so the edge asks for it in the name of one version for all that are
// told the same.

/// Which versions of an app are told to be replaced.
package struct GateRule: Sendable, Hashable {
  package let app: String
  /// Whether visitors who do not name their app are taken to have this one.
  package let isOnly: Bool
  /// Builds that must be replaced, whatever their version.
  package let blockedBuilds: [UInt64]
  /// Releases below this must be replaced; by its numbers.
  package let minimum: [UInt32]?
  /// Releases below this should be replaced.
  package let recommended: [UInt32]?
  /// What a visitor who must replace the app says, word for word, in place of all the others.
  package let requiredClaim: String
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
