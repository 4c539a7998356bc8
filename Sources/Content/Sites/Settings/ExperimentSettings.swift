// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes

/// An experiment as a site declares it.
struct ExperimentSettings: Sendable {
  static let maximumArms = 8
  static let weights = 0...10_000
  /// In percent of all installations.
  static let shares = 0.0...100.0

  var salt: String?
  var share = ExperimentSettings.shares.upperBound
  var arms: [Experiment.Arm] = []

  static let experiments =
    shape
    .dictionary(
      of: "the experiment",
      keys: .experiment,
      atMost: Dimension.maximumExperiments,
      orElse: .overBudget
    )
    .converted(
      to: { $0.map { $0.value.experiment(called: $0.key) } },
      from: { experiments in
        experiments.map { Entry(written: $0.name, ExperimentSettings($0)) }
      }
    )

  private static let shape = Shape.object(ExperimentSettings()) {
    Member(
      "salt",
      \.salt,
      .text,
      "Text that decides who is in which arm; another one deals all installations anew. The "
        + "experiment's name, unless given.",
      examples: ["2026-11"]
    )
    Member("share", \.share, .number(shares), "Percentage of installations that take part.")
    Member(
      "arms",
      \.arms,
      armsShape,
      isRequired: true,
      "The arms with their weights.",
      examples: [["a": 1, "b": 1]]
    )
  }

  private static let armsShape = Shape.integer(weights)
    .dictionary(of: "the weight of the arm", keys: .experiment, atLeast: 1, atMost: maximumArms)
    .converted(
      to: { $0.map { Experiment.Arm(name: $0.key, weight: $0.value) } },
      from: { arms in
        arms.map { Entry(written: $0.name, $0.weight) }
      }
    )

  private func experiment(called name: String) -> Experiment {
    Experiment(name: name, salt: salt ?? name, share: Int((share * 100).rounded()), arms: arms)
  }
}

extension ExperimentSettings {
  fileprivate init(_ experiment: Experiment) {
    salt = experiment.salt
    share = Double(experiment.share) / 100
    arms = experiment.arms
  }
}
