// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans
import SchemaTesting
import Sites
import Testing

/// What is put in the place of every value of the fullest bodies, one at a time.
private let replacements = [
  "null", "true", "-1", "99999999999", "\"§\"", "[]", "[\"§\"]", "{}", "{ \"§\": 1 }",
  "0.5", "{ $t: 1, $x: \"a\" }", "{ $ref: \"a\", b: 1 }", "[{ when: 1 }]", "{ _a: 1 }",
]

/// What a schema cannot know of bodies: other files, other values of the same file, and what a text or
/// a link becomes when a patch is applied to it.
private func isBeyondSchemas(_ finding: Finding, at path: ValuePath) -> Bool {
  // A patch is applied before anything in it is read.
  let ofPatches: [FindingRule] = [
    .badPick, .badFormat, .badValue, .wrongKind, .missingKey, .unknownKey,
  ]
  if path.steps.contains("patch"), ofPatches.contains(finding.rule) { return true }
  let parts: [String] =
    switch finding.rule {
    case .unknownName, .needlessCall: [""]
    case .missingKey: ["passes the visitor's"]
    case .unknownKey: ["a text has no argument"]
    case .badPick:
      [
        "the plan has no call", "is not among the names", "names no call", "\"@\" means an item",
        "no countries to take",
        "the document has no \"list\"",
        "a list must be a direct member of the body",
      ]
    default: []
    }
  return parts.contains { $0.isEmpty || finding.message.contains($0) }
}

@Suite struct `Schemas compared with their readers` {
  @Test func `The schema and the reader agree on each damaged or missing value of a body`() throws {
    let file = try KindOfFile(.document)
    let values = try Dictionary(
      uniqueKeysWithValues: replacements.map { ($0, try KindOfFile.value($0)) }
    )
    let full = try KindOfFile.value(FullFile.document)
    var refused = 0
    for (number, path) in full.paths().enumerated() where path.isInBody {
      guard let key = path.steps.first else { continue }
      // A small file is as good and sooner read.
      let part = full.keeping(["datatype", "body", "calls", "query", "visitor", key])
      // Every third change here, the next ones at the next place: all of them, many times over.
      for (turn, change) in (replacements + ["gone"]).enumerated()
      where (turn + number) % 3 == 0 {
        let spoilt = try #require(part.changed(at: path) { _ in values[change] })
        let isGood = file.validator.accepts(spoilt)
        let findings = file.findings(in: spoilt)
        if !isGood { refused += 1 }
        let isAgreed =
          isGood ? findings.allSatisfy { isBeyondSchemas($0, at: path) } : !findings.isEmpty
        if !isAgreed {
          let problems = file.validator.verdict(on: spoilt).problems
          Issue.record("\(path) \(change): \(problems) against \(findings.map(\.message))")
        }
      }
    }
    #expect(refused > 50)
  }

  @Test(arguments: StringForm.all)
  func `The schema and the reader agree on the forms of strings`(form: StringForm) throws {
    let file = try KindOfFile(form.kind)
    for (strings, isRight) in [(form.right, true), (form.wrong, false)] {
      for string in strings {
        let text = form.file.replacing("%", with: "\"\(string)\"")
        let value = try KindOfFile.value(text)
        #expect(file.findings(in: value).isEmpty == isRight, "the reader, of \"\(string)\"")
        #expect(file.validator.verdict(on: value).isGood == isRight, "the schema, of \"\(string)\"")
      }
    }
  }

  @Test(arguments: WrongFile.all)
  func `The schema and the reader both refuse an invalid file`(wrong: WrongFile) throws {
    let file = try KindOfFile(wrong.kind)
    let value = try KindOfFile.value(wrong.text)
    #expect(file.findings(in: value).first?.rule.rawValue == wrong.rule)
    #expect(!file.validator.verdict(on: value).isGood)
  }
}
