// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@testable import ContentResolution

@Suite struct `The exhaustive check of a rule set` {
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

  @Test func `finds two that overlap`() throws {
    let proof = try prove([.init(countries("DE", "AT")), .init(countries("AT", "CH"))])
    #expect(proof.ties.map { [$0.first, $0.second] } == [[0, 1]])
  }

  @Test func `finds two that are the same`() throws {
    let proof = try prove([.init(countries("DE")), .init(countries("DE"))])
    #expect(proof.ties.map { [$0.first, $0.second] } == [[0, 1]])
    #expect(proof.dead == [1])
  }

  @Test func `lets the narrower one win`() throws {
    let proof = try prove([.init(countries("DE", "AT")), .init(countries("AT"))])
    #expect(proof.ties.isEmpty && proof.dead.isEmpty)
  }

  @Test func `lets priority decide`() throws {
    let proof = try prove([
      .init(countries("DE", "AT")), .init(countries("AT", "CH"), priority: 1),
    ])
    #expect(proof.ties.isEmpty && proof.dead.isEmpty)
  }

  @Test func `is content where a third one covers what two share`() throws {
    let proof = try prove([
      .init(countries("DE", "AT")), .init(countries("AT", "CH")), .init(countries("AT")),
    ])
    #expect(proof.ties.isEmpty)
  }

  @Test func `finds what others hide`() throws {
    let proof = try prove([
      .init(countries("DE", "AT")), .init(countries("AT")), .init(countries("DE")),
      .init(.everybody),
    ])
    #expect(proof.dead == [0])
  }

  @Test func `finds who gets nothing`() throws {
    #expect(try prove([.init(countries("DE"))]).unanswered?.audience == Audience())
    #expect(try prove([.init(countries("DE")), .init(.everybody)]).unanswered == nil)
  }

  @Test func `gives up where there are too many combinations`() throws {
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

  @Test func `says that a dimension has too many values`() throws {
    let conditions = (0..<300).map { number in
      var conditions = Conditions()
      conditions.builds = IntervalSet(from: UInt64(number), until: UInt64(number) + 1)
      return conditions
    }
    #expect(throws: AudienceLimit(dimension: .build, count: 300)) {
      try AudienceSpace(conditions)
    }
  }
}
