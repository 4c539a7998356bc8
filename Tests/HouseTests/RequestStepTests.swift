// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The layout of the gateway, held against its sources and its documentation.
@Suite struct `The gateway's source tree` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = root.appendingPathComponent("Sources/Delivery/Gateway")

  /// Lowest first: a folder uses types of its own and of those before it.
  private static let folders = [
    "Measuring", "Tracing", "Visitors", "Targets", "Failures", "Policies", "Answers",
    "Sketching", "Site", "Caching", "Services", "Composing", "Refreshing", "Passing", "Snapshots",
    "Events", "Inspection", "Steps", "Rollouts", "Previews", "Hosts",
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test
  func `Each request step has its file and its row in the documentation, in order`() throws {
    let declaration = try text("Sources/Delivery/Gateway/Measuring/RequestStep.swift")
    let steps = declaration.matches(of: /\n  case (\w+)/).map { String($0.1) }
    #expect(steps.count > 5)
    for step in steps {
      let file = "Steps/\(step.prefix(1).uppercased())\(step.dropFirst())Step.swift"
      let path = Self.folder.appendingPathComponent(file).path
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
    let page = try text("Sources/Operations/portico/Portico.docc/RequestSteps.md")
    #expect(page.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) } == steps)
  }

  /// The most objects of a request and of a call on each way, which may only fall.
  private static let most = [
    "document": [6, 4], "service, nothing kept": [3, 2], "service, kept": [5, 2],
    "one record": [2, 0],
  ]

  @Test func `The objects of each way stand in the documentation, and may only become fewer`()
    throws
  {
    let page = try text("Sources/Operations/portico/Portico.docc/RequestSteps.md")
    let rows = page.matches(of: /\n\| ([a-z, ]+) \| (`[^|]+) \| ([^|]*) \| (`[^|]+) \| (`[^|]+) \|/)
    var found: [String: [Int]] = [:]
    for row in rows.map(\.output) {
      let cells = [row.2, row.3, row.4, row.5].map { $0.matches(of: /`(\w+)`/).map(\.1) }
      found[String(row.1)] = [cells[0].count, cells[1].count]
      for name in cells.joined() { #expect(try isDeclared(name), "\(name) in \(row.1)") }
    }
    #expect(found == Self.most)
  }

  /// All files of the sources.
  private static let files: [String] = {
    let sources = root.appendingPathComponent("Sources").path
    return FileManager.default.enumerator(atPath: sources)?.allObjects as? [String] ?? []
  }()

  /// Whether a file of its name declares a type.
  private func isDeclared(_ name: Substring) throws -> Bool {
    try Self.files.filter { $0.hasSuffix("/\(name).swift") }.contains { file in
      try text("Sources/\(file)").contains(
        try Regex("\n(package |public |final )*(class|struct|enum) \(name)\\b")
      )
    }
  }

  @Test func `The gateway's folders depend on each other one way only`() throws {
    var code: [(folder: Int, file: String, words: Set<Substring>)] = []
    var owners: [Substring: Int] = [:]
    for (number, folder) in Self.folders.enumerated() {
      let start = Self.folder.appendingPathComponent(folder)
      let files = FileManager.default.enumerator(atPath: start.path)?.allObjects as? [String] ?? []
      #expect(!files.isEmpty, "\(folder)")
      for file in files where file.hasSuffix(".swift") {
        let source = try String(contentsOf: start.appendingPathComponent(file), encoding: .utf8)
          .replacing(/\/\/.*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
          // The name of a module may be that of a type.
          .replacing(/\n(?:package )?import .*/, with: "")
        let types = source.matches(
          of: /\n(?:package |final |indirect )*(?:struct|class|enum|protocol) (\w+)/
        )
        for type in types { owners[type.1] = number }
        let words = Set(source.matches(of: /\b[A-Z]\w+/).map(\.0))
        code.append((number, "\(folder)/\(file)", words))
      }
    }
    for source in code {
      for word in source.words {
        guard let owner = owners[word], owner > source.folder else { continue }
        Issue.record("\(source.file) uses \(word) of \(Self.folders[owner]), which is above it")
      }
    }
  }

  @Test func `Every folder of the gateway has a place in the order of dependencies`() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(found.filter { !$0.hasSuffix(".swift") }) == Set(Self.folders))
  }
}
