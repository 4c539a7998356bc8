// SPDX-License-Identifier: Apache-2.0

import Bytes
import Conformance
import FolderTesting
import Foundation
import LoopTesting
import ProgramTesting
import Testing

/// The adapters of our own clients; they have no expectation in them.
private enum Adapter {
  /// The adapter in TypeScript, which the compiler makes once for all tests.
  private static let script = Task { try await compiled() }

  /// - Parameter bug: the bug that is planted into the client.
  static func swift(with bug: String? = nil) -> [String] {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return [folder.appendingPathComponent("clientprobe").path] + [bug].compactMap { $0 }
  }

  /// - Parameter bug: the bug that is planted into the client.
  static func typeScript(with bug: String? = nil) async throws -> [String] {
    let script = try await script.value
    return ["node", "\(script.path)/Tests/Client/typescript/adapter.js"] + [bug].compactMap { $0 }
  }

  /// The program that opens a page with the client.
  static var browser: String {
    get async throws { "\(try await script.value.path)/Tests/Client/typescript/browser.js" }
  }

  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func compiled() async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let tests = ["adapter", "browser"].map { "Tests/Client/typescript/\($0).ts" }
    try await compile(tests, as: "commonjs", into: folder.path)
    return folder
  }

  static func compile(_ files: [String], as module: String, into folder: String) async throws {
    let outcome = try await Program("tsc").run(
      ["--strict", "--target", "es2020", "--module", module, "--lib", "es2020,dom"]
        + ["--outDir", folder] + files.map { sources.appendingPathComponent($0).path }
    )
    guard outcome.status == 0 else { throw PlainError(outcome.output) }
  }
}

extension ConformanceSuite {
  /// Runs a client, and returns the results.
  fileprivate func results(
    of command: [String],
    only text: String = ""
  ) async throws -> [ConformanceSuite.Result] {
    let folder = TemporaryFolder()
    return try await run(command, only: text, folder: folder.path)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A client under test` {
  /// The scenarios that each client passes; with each part that a client gets, more.
  private static let passed = (swift: 504, typeScript: 389)

  private func expectAll(_ results: [ConformanceSuite.Result], toPass count: Int) {
    #expect(results.compactMap(\.failure) == [])
    let passed = results.filter { if case .passed = $0.outcome { true } else { false } }
    #expect(passed.count == count, "write the new number if it grew")
  }

  @Test func `The Swift client passes every scenario that it has the capabilities for`()
    async throws
  {
    let results = try await ConformanceSuite.included().results(of: Adapter.swift())
    expectAll(results, toPass: Self.passed.swift)
  }

  @Test func `The TypeScript client passes every scenario that it has the capabilities for`()
    async throws
  {
    let results = try await ConformanceSuite.included().results(of: Adapter.typeScript())
    expectAll(results, toPass: Self.passed.typeScript)
  }

  @Test func `The TypeScript client starts in Chromium, and without a network from its database`()
    async throws
  {
    let folder = TemporaryFolder()
    let client = "Sources/Client/typescript/portico.ts"
    try await Adapter.compile([client], as: "es2020", into: folder.path)
    let outcome = try await Program("node").run([try await Adapter.browser, folder.path])
    #expect(outcome.output == "network, disk, Home")
  }

  /// Each bug with a scenario that finds it.
  private static let bugs = [
    ("ignores Vary", "X-App | x-app: a | x-app: b | network"),
    ("ignores _expire", "max-age=60 | 1800000030 | 30s | network"),
    ("goes by the clock of the device", "The device's clock does not matter (24h | 29s | copy)"),
    ("keeps what must not be kept", "What must not be kept is not there for anybody later"),
    ("never revalidates", "A copy is revalidated with its tag, and is fresh again"),
    ("shows nothing old while a service fails", "stale-if-error=60 | 30s | 500 | oldCopy"),
    ("takes any version", "An older version changes nothing at all"),
    ("knows one page of a list", "Three pages make four collections"),
    ("mixes accounts", "Accounts share nothing"),
    ("asks again at once", "429 | retry-after: 120 | {} | 120"),
  ]

  @Test(arguments: bugs)
  func `A client with a bug fails at the scenario about it`(
    bug: String,
    title: String
  )
    async throws
  {
    try await expectFailure(of: Adapter.typeScript(with: bug), at: title)
  }

  private func expectFailure(of command: [String], at title: String) async throws {
    let suite = try ConformanceSuite.included()
    #expect(suite.scenarios.filter { $0.title.contains(title) }.count == 1)
    let results = try await suite.results(of: command, only: title)
    #expect(results.count == 1)
    #expect(results.allSatisfy { $0.failure != nil }, "\(title)")
  }

  /// Bugs of parts that the client in TypeScript does not have.
  private static let swiftBugs = [
    (
      "sends each attempt under a key of its own",
      "An operation whose answer was lost is sent again with its key"
    ),
    ("asks for changes behind a token that has ended", "be removed (epoch-changed)"),
    ("does not say that nobody waits", "is fetched, and says that nobody waits for it"),
  ]

  @Test(arguments: swiftBugs)
  func `A client with a bug in outbox, sync or prefetching fails at the scenario about it`(
    bug: String,
    title: String
  )
    async throws
  {
    try await expectFailure(of: Adapter.swift(with: bug), at: title)
  }

  @Test func `The TypeScript client has at most 800 lines and imports nothing`() throws {
    let file = Adapter.sources.appendingPathComponent("Sources/Client/typescript/portico.ts")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.count { $0 == "\n" } <= 800)
    #expect(!text.contains("import ") && !text.contains("require("))
  }

  @Test(arguments: ["exit", "echo nonsense; cat", "echo '{}'; cat", #"echo '{"error":"no"}'; cat"#])
  func `A program that does not speak the protocol ends the run`(script: String) async throws {
    let suite = try ConformanceSuite.included()
    await #expect(throws: (any Error).self) {
      try await suite.results(of: ["sh", "-c", script], only: "Three pages")
    }
  }
}
