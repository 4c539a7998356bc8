// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SchemaTesting
import Testing

@testable import Editions

/// What is put in the place of every value of the fullest files, one at a time.
private enum Spoiling {
  static let values = [
    "null", "true", "-1", "0.5", "99999999999", "\"\"", "\"§\"", "\"plain\"", "\"XX\"", "[]",
    "[\"§\"]", "{}", "{ \"§\": 1 }", "{ $t: 1, $x: \"a\" }", "{ $ref: \"a\", b: 1 }",
    "[{ when: 1 }]", "{ _a: 1 }",
  ]
}

/// What a schema cannot know: other files, other values of the same file, and what a text or a link
/// becomes when a patch is applied to it.
private func isBeyondSchemas(_ finding: Finding) -> Bool {
  switch finding.rule {
  case .unknownName: true
  case .badValue: finding.message.contains("is above")
  case .unknownKey:
    finding.message.hasPrefix("a link has no key")
      || finding.message.hasPrefix("a text has no argument")
  default: false
  }
}

@Suite struct `A schema and its reader` {
  @Test(arguments: EditorSchema.allCases)
  func `agree on every value that is spoilt or gone`(kind: EditorSchema) throws {
    let file = try KindOfFile(kind)
    let values = try Spoiling.values.map { try KindOfFile.value($0) }
    let full = try KindOfFile.value(#require(FullFile.all.first { $0.kind == kind }).text)
    var refused = 0
    for path in full.paths() {
      guard let key = path.steps.first else { continue }
      // A small file is as good and sooner read.
      let part = full.keeping(["languages", "datatype", "body", key])
      for (number, bad) in (values.map(Optional.some) + [nil]).enumerated() {
        let spoilt = try #require(part.changed(at: path) { _ in bad })
        let problems = file.validator.verdict(on: spoilt).problems
        let findings = file.findings(in: spoilt)
        if !problems.isEmpty { refused += 1 }
        let isAgreed =
          problems.isEmpty
          ? findings.allSatisfy(isBeyondSchemas) : !findings.isEmpty
        if !isAgreed {
          let change = bad == nil ? "gone" : Spoiling.values[number]
          Issue.record("\(path) \(change): \(problems) against \(findings.map(\.message))")
        }
      }
    }
    #expect(refused > 300)
  }

  @Test(arguments: StringForm.all)
  func `agree on the forms of strings`(form: StringForm) throws {
    let file = try KindOfFile(form.kind)
    for (strings, isRight) in [(form.right, true), (form.wrong, false)] {
      for string in strings {
        let text = form.file.replacing("@", with: "\"\(string)\"")
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
