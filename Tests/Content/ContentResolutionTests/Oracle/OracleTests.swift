// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import SeededTesting
import Testing

/// Generated visitors and sites, each asked of us and of Apple's own function. Where the two differ,
/// `IntendedDifference` has to say why; a difference that it does not know fails the test.
@Suite struct `Language matching compared with Apple's` {
  private static let isPresent = AppleOracle.shared != nil

  @Test(
    .enabled(if: isPresent, "this toolchain's Foundation has no lib_FoundationICU to ask"),
    arguments: 0..<8
  )
  func `Languages are matched as Apple's function does, except for the intended differences`(
    seed: Int
  ) throws {
    let oracle = try #require(AppleOracle.shared)
    var random = SeededNumbers(UInt64(seed))
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
