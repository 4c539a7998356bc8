// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions

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

  /// The rule of an app; `nil` for one that asks nothing of its versions.
  init?(_ app: AppSettings, isOnly: Bool) {
    guard let gate = app.gate else { return nil }
    self.app = app.name
    self.isOnly = isOnly
    blockedBuilds = Array(Set(gate.blockedBuilds)).sorted()
    let lowest = AppVersion(numbers: SIMD4())
    minimum = gate.minimum.flatMap { $0 > lowest ? GateRule.numbers(of: $0) : nil }
    recommended = gate.recommended.flatMap { $0 > lowest ? GateRule.numbers(of: $0) : nil }
    let name = "app=\"\(app.name)\""
    if minimum == nil, let build = blockedBuilds.first {
      requiredClaim = "\(name), build=\(build)"
    } else {
      requiredClaim = "\(name), version=\"0\""
    }
    recommendedClaim =
      minimum == nil ? "\(name), version=\"0\"" : "\(name), version=\"\(gate.minimum ?? lowest)\""
  }

  static func numbers(of version: AppVersion) -> [UInt32] { (0..<4).map { version.numbers[$0] } }
}
