// SPDX-License-Identifier: Apache-2.0

/// An A/B test on a share of the installations.
///
/// An installation's bucket is a number from 0 to 9,999 derived from the experiment's salt and the
/// installation. It takes part while its bucket is below the share, so that a larger share adds
/// installations and never removes one. Its arm comes from a second hash, so that changing the
/// share does not change it. Anybody can recompute both: FNV-1a of the salt, a slash, a purpose
/// (`share` or `arm`), a slash and the installation, finished as MurmurHash 3 does, modulo 10,000.
package struct Experiment: Hashable, Sendable {
  package struct Arm: Hashable, Sendable {
    package let name: String
    package let weight: Int

    package init(name: String, weight: Int) {
      self.name = name
      self.weight = weight
    }
  }

  package static let placeCount = 10_000

  package let name: String
  package let salt: String
  /// The number of buckets, out of `placeCount`, that take part.
  package let share: Int
  package let arms: [Arm]

  package init(name: String, salt: String, share: Int, arms: [Arm]) {
    self.name = name
    self.salt = salt
    self.share = share
    self.arms = arms
  }

  /// Returns the arm of an installation; `nil` if it does not take part, as the empty one never
  /// does.
  package func arm(ofInstallation installation: String) -> Int? {
    guard !installation.isEmpty, place(of: installation, for: "share") < share else { return nil }
    let total = arms.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var rest = place(of: installation, for: "arm") * total / Experiment.placeCount
    for (number, arm) in arms.enumerated() {
      if rest < arm.weight { return number }
      rest -= arm.weight
    }
    return nil
  }

  func place(of installation: String, for purpose: String) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in [salt, "/", purpose, "/", installation] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return Int((hash ^ hash >> 33) % UInt64(Experiment.placeCount))
  }
}
