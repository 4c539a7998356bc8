// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans
import SchemaTesting
import Testing

@testable import Editions

/// What is put in the place of every value of the fullest files, one at a time.
private enum Spoiling {
  static let anywhere = [
    "null", "true", "-1", "99999999999", "\"§\"", "[]", "[\"§\"]", "{}", "{ \"§\": 1 }",
  ]
  static let inBodies = [
    "0.5", "{ $t: 1, $x: \"a\" }", "{ $ref: \"a\", b: 1 }", "[{ when: 1 }]", "{ _a: 1 }",
  ]

  static func values(at path: ValuePath) -> [String] {
    anywhere + (path.steps.contains { ["body", "patch"].contains($0) } ? inBodies : [])
  }
}

/// What a schema cannot know: other files, other values of the same file, and what a text or a link
/// becomes when a patch is applied to it.
private func isBeyondSchemas(_ finding: Finding, at path: ValuePath) -> Bool {
  let parts: [String] =
    switch finding.rule {
    case .unknownName, .needlessCall: [""]
    case .badValue:
      [
        "is above", "is a name of", "more than", "only it can order",
        "has a \"sort\" for the service", "is never used; expected an address",
      ]
    case .missingKey: ["tells the service", "the purge of"]
    case .unknownKey:
      [
        "a link has no key", "a text has no argument", "an embedded document has no key",
        "the purge of", "has no use for",
      ]
    case .badPick where path.steps.contains("patch"): [""]
    case .badPick:
      [
        "the plan has no call", "is not among the names", "names no call", "\"@\" means an item",
        "no countries to take",
        "the document has no \"list\"",
        "a list is a member of the body itself",
      ]
    default: []
    }
  return parts.contains { $0.isEmpty || finding.message.contains($0) }
}

@Suite struct `A schema and its reader` {
  @Test(arguments: EditorSchema.allCases)
  func `agree on every value that is spoilt or gone`(kind: EditorSchema) throws {
    let file = try KindOfFile(kind)
    let values = try Dictionary(
      uniqueKeysWithValues: (Spoiling.anywhere + Spoiling.inBodies).map {
        ($0, try KindOfFile.value($0))
      }
    )
    let full = try KindOfFile.value(#require(FullFile.all.first { $0.kind == kind }).text)
    var refused = 0
    for (number, path) in full.paths().enumerated() {
      guard let key = path.steps.first else { continue }
      // A small file is as good and sooner read.
      let part = full.keeping(["languages", "datatype", "body", "calls", "query", "visitor", key])
      // Every third change here, the next ones at the next place: all of them, many times over.
      for (turn, change) in (Spoiling.values(at: path) + ["gone"]).enumerated()
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
  func `agree on the forms of strings`(form: StringForm) throws {
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
  func `refuse a wrong file`(wrong: WrongFile) throws {
    let file = try KindOfFile(wrong.kind)
    let value = try KindOfFile.value(wrong.text)
    #expect(file.findings(in: value).first?.rule.rawValue == wrong.rule)
    #expect(!file.validator.verdict(on: value).isGood)
  }
}
