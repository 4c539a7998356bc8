// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `Compiled rule sets` {
  private struct Compiled {
    let space: AudienceSpace
    let table: ShapeTable
    let shapes: [ShapeIndex]

    init(_ ruleSets: [RuleSet]) throws {
      space = try AudienceSpace(ruleSets.flatMap { $0.rules.map(\.conditions) })
      let compiler = ShapeCompiler(space)
      var table = ShapeTable()
      shapes = ruleSets.map { compiler.compile($0, into: &table) }
      self.table = table
    }

    func winner(_ index: Int, _ visitor: PlainVisitor) -> Int? {
      table.winner(of: shapes[index], for: visitor.audience(in: space), at: visitor.instant)
    }
  }

  @Test(arguments: 0..<20)
  func `A compiled rule set chooses the rule that its definition says, for random visitors`(
    seed: Int
  ) throws {
    var dice = Dice(seed: seed + 1)
    let ruleSets = (0..<20).map { _ in RuleSet.random(&dice) }
    let compiled = try Compiled(ruleSets)
    for index in ruleSets.indices {
      for _ in 0..<50 {
        let visitor = PlainVisitor.random(&dice)
        let candidates = visitor.candidates(in: ruleSets[index])
        let winner = try #require(compiled.winner(index, visitor))
        #expect(candidates.contains(winner))
      }
    }
  }

  @Test(arguments: 0..<20)
  func `A compiled rule set is ambiguous only where its proof reports a tie`(seed: Int) throws {
    var dice = Dice(seed: seed + 100)
    let ruleSets = (0..<20).map { _ in RuleSet.random(&dice) }
    let compiled = try Compiled(ruleSets)
    for (index, ruleSet) in ruleSets.enumerated() {
      let proof = ShapeProof(of: ruleSet, compiledAs: compiled.shapes[index], in: compiled.table)
      #expect(!proof.isTooLarge)
      #expect(proof.unanswered == nil)
      for _ in 0..<50 {
        let visitor = PlainVisitor.random(&dice)
        let candidates = visitor.candidates(in: ruleSet)
        if candidates.count > 1 { #expect(!proof.ties.isEmpty) }
        let winner = try #require(compiled.winner(index, visitor))
        #expect(!proof.dead.contains(winner))
      }
    }
  }

  @Test(arguments: 0..<20)
  func `A compiled rule set chooses the same rule whatever the order in the file`(seed: Int) throws
  {
    var dice = Dice(seed: seed + 200)
    let ruleSet = RuleSet.random(&dice)
    let shuffled = RuleSet(ruleSet.rules.shuffled(using: &dice), precedence: ruleSet.precedence)
    let compiled = try Compiled([ruleSet, shuffled])
    for _ in 0..<200 {
      let visitor = PlainVisitor.random(&dice)
      guard visitor.candidates(in: ruleSet).count == 1 else { continue }
      let first = try #require(compiled.winner(0, visitor))
      let second = try #require(compiled.winner(1, visitor))
      #expect(ruleSet.rules[first] == shuffled.rules[second])
    }
  }

  @Test(arguments: 0..<10)
  func `The explanation of a choice names each rule once, and the reason why it lost`(
    seed: Int
  ) throws {
    var dice = Dice(seed: seed + 300)
    let ruleSet = RuleSet.random(&dice)
    let compiled = try Compiled([ruleSet])
    for _ in 0..<100 {
      let visitor = PlainVisitor.random(&dice)
      let audience = visitor.audience(in: compiled.space)
      let explanation = compiled.table.explanation(
        of: compiled.shapes[0],
        for: audience,
        at: visitor.instant
      )
      #expect(explanation.winner == compiled.winner(0, visitor))
      let named = explanation.steps.map(\.rule) + [explanation.winner].compactMap(\.self)
      #expect(named.sorted() == Array(ruleSet.rules.indices))
      for step in explanation.steps {
        guard case .contradicted(let dimension) = step.reason else { continue }
        #expect(!visitor.fits(ruleSet.rules[step.rule].conditions, in: dimension))
      }
    }
  }

  @Test(arguments: 0..<10)
  func `A compiled rule set tells which rules match a visitor`(seed: Int) throws {
    var dice = Dice(seed: seed + 400)
    let ruleSet = RuleSet.random(&dice)
    let compiled = try Compiled([ruleSet])
    for _ in 0..<100 {
      let visitor = PlainVisitor.random(&dice)
      let passing = compiled.table.passing(
        of: compiled.shapes[0],
        for: visitor.audience(in: compiled.space),
        at: visitor.instant
      )
      let fitting = ruleSet.rules.indices.filter { visitor.fits(ruleSet.rules[$0].conditions) }
      #expect(ruleSet.rules.indices.filter { passing >> UInt64($0) & 1 == 1 } == fitting)
    }
  }

  @Test func `A compiled rule set gives the next boundary of its schedule`() throws {
    var conditions = Conditions()
    conditions.time = IntervalSet(from: UnixTime(seconds: 10), until: UnixTime(seconds: 20))
    let compiled = try Compiled([RuleSet([.init(conditions), .init(.everybody)])])
    let boundary = { (seconds: Int64) in
      compiled.table.nextBoundary(of: compiled.shapes[0], after: UnixTime(seconds: seconds))?
        .seconds
    }
    #expect([0, 9, 10, 19, 20, 21].map(boundary) == [10, 10, 20, 20, nil, nil])
  }

  @Test func `A rule set of 64 rules is compiled`() throws {
    let rules = (0..<64).map { number in
      var conditions = Conditions()
      conditions.builds = IntervalSet(from: UInt64(number), until: UInt64(number) + 1)
      return RuleSet.Rule(conditions)
    }
    let ruleSet = RuleSet(rules)
    let compiled = try Compiled([ruleSet])
    var dice = Dice(seed: 7)
    for build in 0..<70 {
      var visitor = PlainVisitor.random(&dice)
      visitor.build = UInt64(build)
      #expect(compiled.winner(0, visitor) == (build < 64 ? build : nil))
    }
    let proof = ShapeProof(of: ruleSet, compiledAs: compiled.shapes[0], in: compiled.table)
    #expect(proof.ties.isEmpty && proof.dead.isEmpty && proof.unanswered != nil)
  }
}
