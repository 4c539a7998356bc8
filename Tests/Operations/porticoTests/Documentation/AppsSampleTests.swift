// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Testing

/// Builds the client of the guide as it stands there, with a program around it, and lets it meet the sample
/// shop.
@Suite(.timeLimit(.minutes(10))) struct `The Swift sample in the guide for app developers` {
  /// An app that uses the client: it shows a screen and one behind it, and both again without a
  /// network.
  private static let program = #"""
    import Synchronization

    final class Clock: Sendable {
      let isLater = Mutex(false)
      var now: Date { Date().addingTimeInterval(isLater.withLock { $0 } ? 86_400 : 0) }
    }

    let clock = Clock()
    guard let start = URL(string: CommandLine.arguments[1]) else { fatalError("no URL") }
    let client = ContentClient(
      start: start,
      app: "app=\"com.example.flowers\", version=2.0, country=CA",
      languages: ["fr-CA"],
      now: { clock.now }
    )
    let config = try await client.config()
    print(config.languages.count, config.update?.datatype ?? "no update")
    let first = try await client.body(at: config.home)
    print(try show(first))
    do {
      _ = try await client.body(at: "/nothing")
    } catch ContentFailure.gone {
      print("gone")
    }
    print("ready")
    fflush(nil)
    _ = readLine()
    print(try await client.body(at: config.home) == first)
    clock.isLater.withLock { $0 = true }
    print(try await client.body(at: config.home) == first)
    do {
      _ = try await client.body(at: "/other")
    } catch let error as URLError {
      print("nothing kept, and no network:", error.code == .cannotConnectToHost)
    }
    """#

  @Test
  func `The app guide's Swift sample compiles and works with and without a network`() async throws {
    let folder = ServedSites()
    try Files.makeFolder(folder.folder)
    // Those behind it are about the client of the package.
    let blocks = DocumentedBlock.all.filter { $0.file == "Apps.md" && $0.language == "swift" }
      .prefix(2)
    #expect(blocks.count == 2)
    let text = blocks.map(\.text) + [Self.program]
    try folder.put(text.joined(separator: "\n"), at: "main.swift")
    let app = "\(folder.folder)/app"
    let compiled = try await Program("swiftc").run(
      ["-swift-version", "6", "-warnings-as-errors", "-o", app, "\(folder.folder)/main.swift"],
      seconds: 300
    )
    try #require(compiled.status == 0, "\(compiled.output) \(compiled.errors)")

    let shop = try await SampleShop()
    let running = try ChildProcess("timeout", ["120", app, "http://\(shop.visitors)/config"])
    let output = running.output
    let said = try await onThread {
      var said = ""
      while !said.contains("ready\n"), case let data = output.availableData, !data.isEmpty {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    #expect(said == "12 updateAvailable\na screen in fr-CA\ngone\nready\n")
    try await shop.stopGateway()
    try running.input.write(contentsOf: Data("\n".utf8))
    let rest = try await onThread {
      String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
    }
    #expect(rest == "true\ntrue\nnothing kept, and no network: true\n")
    #expect(try await running.ended() == 0)
  }
}
