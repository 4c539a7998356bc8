// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@Suite struct `Experiments` {
  private let installations = (0..<2_000).map { "installation-\($0)" }

  private func experiment(share: Int, salt: String = "s1", weights: [Int] = [1, 1]) -> Experiment {
    let arms = weights.enumerated().map { Experiment.Arm(name: "arm\($0)", weight: $1) }
    return Experiment(name: "checkout", salt: salt, share: share, arms: arms)
  }

  @Test func `Experiments take in more with a larger share and move nobody`() {
    var before: [String: Int] = [:]
    for share in stride(from: 0, through: 10_000, by: 500) {
      let experiment = experiment(share: share)
      for installation in installations {
        let arm = experiment.arm(ofInstallation: installation)
        if let earlier = before[installation] { #expect(arm == earlier) }
        before[installation] = arm
      }
    }
    #expect(before.count == installations.count)
  }

  @Test(arguments: [0, 1_000, 2_500, 10_000])
  func `Experiments take in as many as the share says`(share: Int) {
    let experiment = experiment(share: share)
    let inside = installations.filter { experiment.arm(ofInstallation: $0) != nil }.count
    // Four standard deviations of a fair draw.
    #expect(abs(inside - share * installations.count / 10_000) <= 78)
  }

  @Test func `Experiments weigh their arms`() {
    let experiment = experiment(share: 10_000, weights: [1, 0, 3])
    var counts = [0, 0, 0]
    for installation in installations {
      if let arm = experiment.arm(ofInstallation: installation) { counts[arm] += 1 }
    }
    #expect(abs(counts[0] - 500) <= 78)
    #expect(counts[1] == 0)
  }

  @Test func `Experiments leave out who does not say who they are`() {
    #expect(experiment(share: 10_000).arm(ofInstallation: "") == nil)
  }

  @Test func `Experiments leave everybody out whose arms weigh nothing`() {
    #expect(experiment(share: 10_000, weights: [0, 0]).arm(ofInstallation: "i") == nil)
    #expect(experiment(share: 10_000, weights: []).arm(ofInstallation: "i") == nil)
  }

  @Test func `Experiments draw independently of each other`() {
    let first = experiment(share: 5_000, salt: "first")
    let second = experiment(share: 5_000, salt: "second")
    let both = installations.filter {
      first.arm(ofInstallation: $0) != nil && second.arm(ofInstallation: $0) != nil
    }
    #expect(abs(both.count - 500) <= 78)
  }

  @Test func `Experiments draw as they did in earlier releases`() {
    let experiment = experiment(share: 10_000)
    let arms = (0..<16).map { experiment.arm(ofInstallation: "installation-\($0)") ?? -1 }
    #expect(arms == [0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0])
  }
}
