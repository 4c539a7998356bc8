// SPDX-License-Identifier: Apache-2.0

/// A share of reads that a second service is asked as well, to compare what both say.
package struct MirrorDeclaration: Sendable, Hashable {
  /// In percent.
  package static let shares = 0.0...100.0

  /// The name of the second service.
  package let backend: String
  /// Of ten thousand reads.
  package let share: Int

  /// - Parameter percent: Of all reads.
  package init(backend: String, percent: Double) {
    self.backend = backend
    let shares = MirrorDeclaration.shares
    share = Int((min(max(percent, shares.lowerBound), shares.upperBound) * 100).rounded())
  }
}
