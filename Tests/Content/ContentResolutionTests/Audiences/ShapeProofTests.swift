// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Testing

@Suite struct `Proofs about rule sets` {
  private func countries(_ names: String...) -> Conditions {
    var conditions = Conditions()
    conditions.countries = names.compactMap { PlainVisitor.region($0) }.sorted()
    return conditions
  }

  private func prove(_ rules: [RuleSet.Rule]) throws -> ShapeProof {
    let ruleSet = RuleSet(rules)
    var table = ShapeTable()
    let space = try AudienceSpace(rules.map(\.conditions))
    let shape = ShapeCompiler(space).compile(ruleSet, into: &table)
    return ShapeProof(of: ruleSet, compiledAs: shape, in: table)
  }

  @Test func `Two rules whose conditions overlap are reported as a tie`() throws {
    let proof = try prove([.init(countries("DE", "AT")), .init(countries("AT", "CH"))])
    #expect(proof.ties.map { [$0.first, $0.second] } == [[0, 1]])
  }

  @Test func `Two rules with the same conditions are reported as a tie, the second as unreachable`()
    throws
  {
    let proof = try prove([.init(countries("DE")), .init(countries("DE"))])
    #expect(proof.ties.map { [$0.first, $0.second] } == [[0, 1]])
    #expect(proof.dead == [1])
  }

  @Test func `A rule whose conditions are within those of another wins without a tie`() throws {
    let proof = try prove([.init(countries("DE", "AT")), .init(countries("AT"))])
    #expect(proof.ties.isEmpty && proof.dead.isEmpty)
  }

  @Test func `Two overlapping rules with different priorities are no tie`() throws {
    let proof = try prove([
      .init(countries("DE", "AT")), .init(countries("AT", "CH"), priority: 1),
    ])
    #expect(proof.ties.isEmpty && proof.dead.isEmpty)
  }

  @Test func `Two overlapping rules are no tie where a third rule covers what they share`() throws {
    let proof = try prove([
      .init(countries("DE", "AT")), .init(countries("AT", "CH")), .init(countries("AT")),
    ])
    #expect(proof.ties.isEmpty)
  }

  @Test func `A rule whose audiences all get other rules is reported as unreachable`() throws {
    let proof = try prove([
      .init(countries("DE", "AT")), .init(countries("AT")), .init(countries("DE")),
      .init(.everybody),
    ])
    #expect(proof.dead == [0])
  }

  @Test func `An audience that no rule is for is reported`() throws {
    #expect(try prove([.init(countries("DE"))]).unanswered?.audience == Audience())
    #expect(try prove([.init(countries("DE")), .init(.everybody)]).unanswered == nil)
  }

  @Test
  func `A rule set with too many combinations of audiences is reported as too large to prove`()
    throws
  {
    var dice = Dice(seed: 3)
    let rules = (0..<60).map { number in
      var conditions = Conditions()
      conditions.builds = IntervalSet(from: UInt64(number), until: UInt64(number) + 1)
      conditions.time = IntervalSet(
        from: UnixTime(seconds: Int64(number)),
        until: UnixTime(seconds: Int64(number) + 1)
      )
      conditions.countries = [RegionCode(rawValue: UInt16(33 + number))]
      conditions.devices = dice.some(of: DeviceClass.allCases).sorted()
      return RuleSet.Rule(conditions)
    }
    #expect(try prove(rules).isTooLarge)
  }

  @Test func `A dimension with more values than an audience can hold is refused`() throws {
    let conditions = (0..<300).map { number in
      var conditions = Conditions()
      conditions.builds = IntervalSet(from: UInt64(number), until: UInt64(number) + 1)
      return conditions
    }
    let message = "conditions tell 300 values of build apart; expected at most 255"
    #expect(throws: PlainError(message)) {
      try AudienceSpace(conditions)
    }
  }
}
