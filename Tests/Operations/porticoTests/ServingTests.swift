// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import GeographyTesting
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that serves a site` {
  /// A new site that is served from a folder of its own.
  private final class Serving: Sendable {
    private let command: RunningCommand
    private let temporary: TemporaryFolder
    var folder: String { "\(temporary.path)/site" }

    /// Serves the site of another one again, which is ended where it stands.
    init(after other: Serving) async throws {
      temporary = other.temporary
      let folder = "\(temporary.path)/site"
      try await other.command.stop(atOnce: true)
      command = try RunningCommand(["--site", folder] + RunningCommand.anywhere)
    }

    /// - Parameter countries: a database of countries, to be put into the folder.
    init(countries: [UInt8]? = nil) async throws {
      temporary = TemporaryFolder()
      let folder = "\(temporary.path)/site"
      _ = try await Program(BuiltCommand.path).run(["new", folder])
      var arguments = ["--site", folder] + RunningCommand.anywhere
      if let countries {
        try Files.write(countries, to: "\(folder)/countries.mmdb")
        arguments += ["--countries", "\(folder)/countries.mmdb"]
      }
      command = try RunningCommand(arguments)
    }

    func until(_ text: String) async throws -> String { try await command.until(text) }

    /// Waits until an edition can be gone back to.
    func untilKept(_ name: some StringProtocol) async throws {
      let editions = ["editions", "--site", folder]
      try await waitUntil("edition \(name) is kept") {
        try await Program(BuiltCommand.path).run(editions).output.contains(name)
      }
    }

    func get(_ target: String, at address: SocketAddress) async throws -> String {
      try await RunningCommand.ask("GET \(target)", at: address)
    }

    /// The address of the visitors' listener.
    func address() async throws -> SocketAddress {
      try await command.addresses().visitors
    }

    func change(_ path: String, _ old: String, _ new: String) throws {
      let file = "\(folder)/\(path)"
      try String(contentsOfFile: file, encoding: .utf8)
        .replacingOccurrences(of: old, with: new)
        .write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  @Test func `A served site follows its files, keeps editions and goes back to one`() async throws {
    let serving = try await Serving()
    let first = try await serving.until("is served\n")
    let address = try await serving.address()
    #expect(try await serving.get("/en/screens/home", at: address).contains("Nice to see you"))

    try serving.change("Locales/en.json", "Nice to see you", "Hello there")
    let second = try await serving.until("is served\n")
    #expect(first != second)
    #expect(try await serving.get("/en/screens/home", at: address).contains("Hello there"))

    try serving.change("Content/config.json5", "datatype", "dtatype")
    #expect(try await serving.until("cannot be published\n").contains("[unknown-key]"))
    #expect(try await serving.get("/config", at: address).contains("200 OK"))
    try serving.change("Content/config.json5", "dtatype", "datatype")

    let name = try #require(first.firstMatch(of: /edition ([0-9a-f]{16})/)?.1)
    try await serving.untilKept(name)
    let diff = try await Program(BuiltCommand.path)
      .run(["diff", String(name), "--site", serving.folder])
    #expect(diff.output.contains("~ screens/home"))
    let back = try await Program(BuiltCommand.path)
      .run(["rollback", String(name), "--site", serving.folder])
    #expect(back.status == 0)
    _ = try await serving.until("pinned\n")
    #expect(try await serving.get("/en/screens/home", at: address).contains("Nice to see you"))
  }

  @Test
  func `An edition that a killed process did not keep is kept at the next start`() async throws {
    let killed = try await Serving()
    let first = try await killed.until("is served\n")
    let name = try #require(first.firstMatch(of: /edition ([0-9a-f]{16})/)?.1)
    let serving = try await Serving(after: killed)
    _ = try await serving.until("is served\n")
    try await serving.untilKept(name)
    try serving.change("Locales/en.json", "Nice to see you", "Hello there")
    _ = try await serving.until("is served\n")
    let back = ["rollback", String(name), "--site", serving.folder]
    #expect(try await Program(BuiltCommand.path).run(back).status == 0)
    _ = try await serving.until("pinned\n")
    let address = try await serving.address()
    #expect(try await serving.get("/en/screens/home", at: address).contains("Nice to see you"))
  }

  @Test func `Countries are told by address, and the country file is reloaded`() async throws {
    let serving = try await Serving(countries: DatabaseWriter.countries([127: "AT"]))
    let address = try await serving.address()
    let file = "\(serving.folder)/countries.mmdb"
    #expect(try await serving.get("/config", at: address).contains(".dach/"))

    try Files.write(DatabaseWriter.countries([127: "JP"]), to: file)
    _ = try await serving.until("the country database \(file) is reloaded\n")
    #expect(try await !serving.get("/config", at: address).contains(".dach/"))

    try Files.write(Array("nothing".utf8), to: file)
    let refusal = try await serving.until("GeoLite2-Country.mmdb\n")
    #expect(refusal.contains("portico: the old country database stays in use: \(file): no MaxMind"))
    #expect(try await serving.get("/config", at: address).contains("200 OK"))
  }
}
