// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Sites

extension GateRule {
  /// The rule of an app; `nil` for one that asks nothing of its versions.
  init?(_ app: AppSettings, isOnly: Bool) {
    guard let gate = app.gate else { return nil }
    let builds = Array(Set(gate.blockedBuilds)).sorted()
    let lowest = AppVersion(numbers: SIMD4())
    let minimum = gate.minimum.flatMap { $0 > lowest ? $0 : nil }
    let recommended = gate.recommended.flatMap { $0 > lowest ? $0 : nil }
    let name = "app=\"\(app.name)\""
    let oldest = "\(name), version=\"0\""
    let blocked = builds.first.map { "\(name), build=\($0)" }
    self.init(
      app: app.name,
      isOnly: isOnly,
      blockedBuilds: builds,
      minimum: minimum.map(GateRule.numbers),
      recommended: recommended.map(GateRule.numbers),
      requiredClaim: minimum == nil ? blocked ?? oldest : oldest,
      recommendedClaim: minimum.map { "\(name), version=\"\($0)\"" } ?? oldest
    )
  }
}
