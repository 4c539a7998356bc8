// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads what a site says of one of its experiments.
enum ExperimentReader {
  static let maximumArms = 8
  static let maximumWeight = 10_000
  /// Percent of all installations.
  static let shares = 0.0...100.0

  static func experiment(
    _ member: DataDictionary.Member,
    in file: String,
    _ findings: inout Findings
  ) -> Experiment? {
    let place = FilePlace(file, member.keyPosition)
    let subject = "the experiment \"\(member.key)\""
    guard isName(member.key, at: place, &findings),
      var members = MemberReader(member.value, of: subject, in: file, &findings)
    else { return nil }
    let salt = members.string("salt", &findings) ?? member.key
    let percent = members.number("share", in: shares, &findings) ?? shares.upperBound
    var arms: [Experiment.Arm] = []
    if members.required("arms", &findings) != nil,
      let weights = members.reader("arms", of: "arms", &findings)
    {
      for arm in weights.members where isName(arm.key, at: place, &findings) {
        guard case .integer(let weight) = arm.value.content,
          (0...maximumWeight).contains(Int(clamping: weight))
        else {
          findings.error(
            .badValue,
            at: FilePlace(file, arm.value.position),
            "the weight of the arm \"\(arm.key)\" is no integer from 0 to \(maximumWeight)"
          )
          continue
        }
        arms.append(Experiment.Arm(name: arm.key, weight: Int(weight)))
      }
    }
    if arms.count > maximumArms || arms.isEmpty {
      findings.error(
        .badValue,
        at: members.place,
        "\(subject) has \(arms.count) arms; expected 1 to \(maximumArms)"
      )
    }
    members.refuseOthers(&findings)
    return Experiment(
      name: member.key,
      salt: salt,
      share: Int((percent * 100).rounded()),
      arms: arms
    )
  }

  private static func isName(
    _ name: String,
    at place: FilePlace,
    _ findings: inout Findings
  ) -> Bool {
    if NameRules.isExperiment(name) { return true }
    findings.error(
      .badValue,
      at: place,
      "\"\(name)\" is no name of an experiment or an arm; expected \(NameRules.experiment)"
    )
    return false
  }
}
