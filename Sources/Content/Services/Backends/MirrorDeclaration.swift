// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

/// A share of reads that a second service is asked as well, to compare what both say.
package struct MirrorDeclaration: Sendable, Hashable {
  /// In percent.
  package static let shares = 0.0...100.0

  /// The name of the second service.
  package private(set) var backend = ""
  /// The share of reads, in ten-thousandths.
  package private(set) var share = 0

  private init() {}

  /// - Parameter percent: Of all reads.
  package init(backend: String, percent: Double) {
    self.backend = backend
    self.percent = percent
  }

  /// The share as a file has it.
  private var percent: Double {
    get { Double(share) / 100 }
    set {
      let shares = MirrorDeclaration.shares
      share = Int((min(max(newValue, shares.lowerBound), shares.upperBound) * 100).rounded())
    }
  }
}

extension MirrorDeclaration {
  static let shape = Shape.object(MirrorDeclaration()) {
    Member(
      "backend",
      \.backend,
      .name(of: .backend),
      isRequired: true,
      "Name of the second service; its answers are compared and thrown away.",
      examples: ["catalog-next"]
    )
    Member(
      "share",
      \.percent,
      .number(shares),
      isRequired: true,
      "Percentage of the reads that are sent to it as well.",
      examples: [5]
    )
  }
  .checked { mirror, _, _, _ in !mirror.backend.isEmpty }

  /// Notes a service that would be compared with itself.
  static func refuseItself(
    _ mirror: MirrorDeclaration?,
    of backend: String,
    _ value: DataValue,
    _ context: inout ReadingContext
  ) {
    guard let mirror, mirror.backend == backend else { return }
    context.badValue(
      value["mirror"]?["backend"] ?? value,
      "\"\(backend)\" would be compared with itself; expected another backend"
    )
  }
}
