// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Testing

@Suite struct `Shapes of dictionaries` {
  struct Branch: Sendable {
    var name = ""
    var size: Int?
    var facts = Facts()
    var branches: [String: Branch] = [:]
  }

  struct Facts: Sendable {
    var colour: String?
    var weight: String?
  }

  static let facts: [Member<Facts>] = [
    Member("colour", \.colour, .text, "Its colour."),
    Member("weight", \.weight, .text, "Its weight."),
  ]

  static let branch: Shape<Branch> = Shape.object(Branch(), needsOneOf: ["colour", "weight"]) {
    Member("name", \.name, .text, "Its name.")
    Member("size", \.size, .integer(1...9), default: 3, "Its size.")
    for fact in facts { fact.inside(\.facts) }
    Member("branches", \.branches, inner.dictionary(of: "the branch").byKey(), "More of them.")
  }
  .named("branch")

  static let inner = Shape.deferred { branch }

  static func read(
    _ text: String,
    _ shape: Shape<Branch> = branch
  ) throws -> (branch: Branch?, findings: [String]) {
    var findings = Findings()
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5)
    let branch = shape.value(of: value, .thing("a branch"), in: "f", &findings)
    return (branch, findings.all.map { "\($0.place.position) \($0.message)" })
  }

  @Test func `A shape that contains itself reads nested dictionaries`()
    throws
  {
    let (branch, findings) = try `Shapes of dictionaries`.read(
      "{ name: 'a', colour: 'red', branches: { b: { weight: '2', branches: {} } } }"
    )
    #expect(findings == [])
    #expect(branch?.facts.colour == "red")
    #expect(branch?.branches["b"]?.facts.weight == "2")
  }

  @Test func `A shape that needs one of several keys reports when all are missing`() throws {
    let (_, findings) = try `Shapes of dictionaries`.read("{ name: 'a' }")
    #expect(findings == ["1:1 a branch has neither \"colour\" nor \"weight\"; expected one"])
  }

  @Test func `A misspelled key is reported as unknown and not also as missing`() throws {
    let (_, findings) = try `Shapes of dictionaries`.read("{ color: 'red' }")
    #expect(findings == ["1:3 a branch has no key \"color\""])
  }

  @Test func `A sound shape gives no value when a part of the dictionary is wrong`() throws {
    let text = "{ colour: 'red', size: 10 }"
    #expect(try `Shapes of dictionaries`.read(text).branch != nil)
    let (branch, findings) = try `Shapes of dictionaries`.read(
      text,
      `Shapes of dictionaries`.branch.sound
    )
    #expect(branch == nil)
    #expect(findings == ["1:24 \"size\" is 10; expected 1 to 9"])
  }

  @Test func `The schema of a member shows its declared default`()
    throws
  {
    let definition = try #require(`Shapes of dictionaries`.branch.schema().definitions.first)
    #expect(definition.name == "branch")
    #expect(SchemaText(definition.node()).text.contains("\"default\": 3"))
  }
}
