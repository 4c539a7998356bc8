// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@Suite struct `Experiments` {
  private let installations = (0..<2_000).map { "installation-\($0)" }

  private func experiment(share: Int, salt: String = "s1", weights: [Int] = [1, 1]) -> Experiment {
    let arms = weights.enumerated().map { Experiment.Arm(name: "arm\($0)", weight: $1) }
    return Experiment(name: "checkout", salt: salt, share: share, arms: arms)
  }

  @Test
  func `Experiments include more installations with a larger share, and move none to another arm`()
  {
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
  func `An experiment includes as many installations as its share says`(share: Int) {
    let experiment = experiment(share: share)
    let inside = installations.filter { experiment.arm(ofInstallation: $0) != nil }.count
    // Four standard deviations of a fair draw.
    #expect(abs(inside - share * installations.count / 10_000) <= 78)
  }

  @Test func `An experiment draws its arms in proportion to their weights`() {
    let experiment = experiment(share: 10_000, weights: [1, 0, 3])
    var counts = [0, 0, 0]
    for installation in installations {
      if let arm = experiment.arm(ofInstallation: installation) { counts[arm] += 1 }
    }
    #expect(abs(counts[0] - 500) <= 78)
    #expect(counts[1] == 0)
  }

  @Test func `An experiment does not include a visitor without an installation id`() {
    #expect(experiment(share: 10_000).arm(ofInstallation: "") == nil)
  }

  @Test func `An experiment whose arms have no weight includes nobody`() {
    #expect(experiment(share: 10_000, weights: [0, 0]).arm(ofInstallation: "i") == nil)
    #expect(experiment(share: 10_000, weights: []).arm(ofInstallation: "i") == nil)
  }

  @Test func `Two experiments with different salts draw independently of each other`() {
    let first = experiment(share: 5_000, salt: "first")
    let second = experiment(share: 5_000, salt: "second")
    let both = installations.filter {
      first.arm(ofInstallation: $0) != nil && second.arm(ofInstallation: $0) != nil
    }
    #expect(abs(both.count - 500) <= 78)
  }

  @Test func `An experiment draws the same arms as in earlier releases`() {
    let experiment = experiment(share: 10_000)
    let arms = (0..<16).map { experiment.arm(ofInstallation: "installation-\($0)") ?? -1 }
    #expect(arms == [0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0])
  }
}
