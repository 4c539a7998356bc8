// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

/// Generated visitors and sites, each asked of us and of Apple's own function. Where the two differ,
/// `IntendedDifference` has to say why; a difference that it does not know fails the test.
@Suite struct `Beside Apple's own choice` {
  private static let isPresent = AppleOracle.shared != nil

  @Test(
    .enabled(if: isPresent, "this toolchain's Foundation has no lib_FoundationICU to ask"),
    arguments: 0..<8
  )
  func `ours is the same, or differs as intended`(seed: Int) throws {
    let oracle = try #require(AppleOracle.shared)
    var random = SplitMix(state: UInt64(seed))
    var agreed = 0
    var asked = 0
    while asked < 100 {
      let question = OracleQuestion(&random)
      guard let ours = question.ours else { continue }
      asked += 1
      let theirs = oracle.languages(desired: question.desired, published: question.published)
      if ours == theirs {
        agreed += 1
      } else {
        let reason = IntendedDifference(question, ours: ours, theirs: theirs)
        #expect(reason != nil, "\(question): ours \(ours), Apple's \(theirs)")
      }
    }
    #expect(agreed * 100 >= asked * 95, "\(agreed) of \(asked) agree")
  }
}

/// A small generator of numbers that gives the same ones for the same seed everywhere.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
