// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import ContentResolution

/// The edition that a rollout gives to a share of the installations, beside the published one.
package struct Candidate: Sendable {
  package let publication: Publication
  /// Stands in the tokens of those who get it.
  package let word: EditionWord
  /// Buckets of installations that get it, out of 10,000.
  package let share: Int
  /// Draws installations as experiments do, so that a larger share adds some and removes none.
  private let draw: Experiment

  init(_ publication: Publication, word: EditionWord, share: Int) {
    self.publication = publication
    self.word = word
    self.share = share
    draw = Experiment(
      name: "rollout",
      salt: "\(word)",
      share: share,
      arms: [Experiment.Arm(name: "candidate", weight: 1)]
    )
  }

  /// Whether an installation gets it; the empty one never does.
  package func admits(_ installation: String) -> Bool {
    draw.arm(ofInstallation: installation) != nil
  }
}
