// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import Files
import FolderTesting
import Foundation
import ProgramTesting
import Testing

@testable import portico

/// Every example is taken as a reader would take it: as it stands there.
@Suite(.timeLimit(.minutes(5))) struct `Examples of the documentation` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/documentation" }

  /// Everything that shows how something is used: the pages, the sample's lines worth trying and help.
  private static let texts: [String] = {
    let makefile = try? String(
      contentsOf: DocumentedBlock.root.appendingPathComponent("Makefile"),
      encoding: .utf8
    )
    let help = Portico.definitions.flatMap { $0.examples.map(\.key) }
    return Array(DocumentedBlock.pages.values) + [makefile ?? ""] + help
  }()

  /// The values of X-App that are shown, but for those that show what cannot be read.
  private static let appFields: [String] = texts.flatMap { text in
    let lines = text.split(separator: "\n").filter { !$0.contains("session=81e") }.joined(
      separator: "\n"
    )
    // A field that is written in two lines goes on behind a comma.
    return lines.replacing(/,\n +/, with: ", ").matches(of: /X-App: ([^'`\n]+)['`\n]/).map {
      String($0.1)
    }
  }

  @Test func `Each documented X-App field is read completely`() async throws {
    let fields = Set(Self.appFields)
    #expect(fields.count >= 4, "\(fields)")
    #expect(fields.contains { $0.hasPrefix("app=") && $0.contains("session=") })
    for field in fields {
      let outcome = try await Program(BuiltCommand.path).run([
        "explain", "config", "--json", "--site", DocumentedBlock.root.path, "--state", folder,
        "--header", "X-App: \(field)",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let said = try DataValue(reading: Array(outcome.output.utf8).span, as: .json)
      #expect(said.list("dropped") == [] && said.list("ignored") == [], "\(field)")
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let commands: [String] =
    DocumentedBlock.all.flatMap { block in
      block.text.replacing(/\\\n */, with: "").split(separator: "\n")
        .map { $0.drop { $0 == " " || $0 == "$" } }.filter {
          $0.hasPrefix("portico ") && !$0.contains(" ... ")
        }
        .map { String($0) }
    } + Portico.definitions.flatMap { $0.examples.map(\.key) }

  @Test(arguments: commands)
  func `Each documented command has only existing options`(command: String) async throws {
    // A `#`, `>` or `|` in quotes belongs to an argument.
    let line = command.replacing(#/^((?:'[^']*'|[^'])*?) (?:>|#|\||&&).*$/#) { String($0.1) }
    let script = "portico() { printf '%s\\n' \"$@\"; }; kind=site; \(line)"
    let words = try await Program("bash").run(["-c", script]).output
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    let definition = try #require(Portico.definitions.first { $0.name == words.first })
    #expect(throws: Never.self) { _ = try Arguments(words.dropFirst(), for: definition) }
  }

  /// The tutorial's files are parts of one site, which a test of its own makes.
  @Test(
    arguments: DocumentedBlock.all.filter {
      $0.language == "json5" && $0.file != "FirstSite.md"
    }
  )
  func `Each documented site file passes the check`(block: DocumentedBlock) async throws {
    try DocumentedSite(around: block.text).write(to: folder)
    let outcome = try await Program(BuiltCommand.path).run(["check", "--site", folder])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(arguments: DocumentedBlock.all.filter { $0.language == "json" })
  func `Each documented JSON example is valid JSON`(block: DocumentedBlock) throws {
    _ = try DataValue(reading: Array(block.text.utf8).span, as: .json)
  }

  @Test func `Each documented site file is marked as json5`() {
    let forgotten = DocumentedBlock.all.filter { block in
      block.language.isEmpty && block.text.contains(/^[a-z"{].*[:{]\s*[{"\[]/)
        && !block.text.contains(/^(?:curl|X-App|portico)/)
    }
    #expect(forgotten.isEmpty, "\(forgotten.map(\.testDescription))")
  }
}
