// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FolderTesting
import Foundation
import ProgramTesting
import SchemaTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that prints schemas` {
  private static let kinds = ["document", "site", "emergency"]
  private static let documentation = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("Sources/Operations/portico/Portico.docc")

  private func schema(_ kind: String, _ options: [String] = []) async throws -> String {
    let outcome = try await Program(BuiltCommand.path).run(["schema"] + options + [kind])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  private func value(_ text: String, _ format: DataFormat) throws -> DataValue {
    try DataValue(reading: Array(text.utf8).span, as: format)
  }

  @Test(arguments: kinds)
  func `The command schema prints what the documentation publishes`(kind: String) async throws {
    let resource = Self.documentation.appendingPathComponent("Resources/\(kind).schema.json")
    let published = try String(contentsOf: resource, encoding: .utf8)
    #expect(try await schema(kind) == published, "`make schemas` writes the files anew")
    let page = Self.documentation.appendingPathComponent("\(kind.capitalized)Schema.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let reference = try await schema(kind, ["--reference"])
    #expect(text == reference, "`make schemas` writes the pages anew")
  }

  @Test func `The files of a new site are valid by the printed schemas`() async throws {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/schema"
    #expect(try await Program(BuiltCommand.path).run(["new", folder]).status == 0)
    let paths = FileManager.default.enumerator(atPath: "\(folder)/Content")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".json5") }
    let files = try #require(paths)
    #expect(Set(files).isSuperset(of: ["site.json5", "config.json5", "screens/home.json5"]))
    for path in files {
      let kind = path == "site.json5" ? "site" : "document"
      let validator = try SchemaValidator(value(try await schema(kind), .json))
      let text = try String(contentsOfFile: "\(folder)/Content/\(path)", encoding: .utf8)
      #expect(validator.verdict(on: try value(text, .json5)).problems == [], "\(path)")
    }
  }
}
