// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Testing

@Suite struct `The shape of a dictionary` {
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

  @Test func `The shape of a dictionary reads dictionaries within dictionaries of the same shape`()
    throws
  {
    let (branch, findings) = try `The shape of a dictionary`.read(
      "{ name: 'a', colour: 'red', branches: { b: { weight: '2', branches: {} } } }"
    )
    #expect(findings == [])
    #expect(branch?.facts.colour == "red")
    #expect(branch?.branches["b"]?.facts.weight == "2")
  }

  @Test func `The shape of a dictionary needs one of some keys`() throws {
    let (_, findings) = try `The shape of a dictionary`.read("{ name: 'a' }")
    #expect(findings == ["1:1 a branch has neither \"colour\" nor \"weight\"; expected one"])
  }

  @Test func `The shape of a dictionary does not miss a key that was only misspelled`() throws {
    let (_, findings) = try `The shape of a dictionary`.read("{ color: 'red' }")
    #expect(findings == ["1:3 a branch has no key \"color\""])
  }

  @Test func `A dictionary's shape gives nothing where a part is wrong`() throws {
    let text = "{ colour: 'red', size: 10 }"
    #expect(try `The shape of a dictionary`.read(text).branch != nil)
    let (branch, findings) = try `The shape of a dictionary`.read(
      text,
      `The shape of a dictionary`.branch.sound
    )
    #expect(branch == nil)
    #expect(findings == ["1:24 \"size\" is 10; expected 1 to 9"])
  }

  @Test func `The shape of a dictionary shows a default that the value itself does not have`()
    throws
  {
    let definition = try #require(`The shape of a dictionary`.branch.schema().definitions.first)
    #expect(definition.name == "branch")
    #expect(SchemaText(definition.node()).text.contains("\"default\": 3"))
  }
}
