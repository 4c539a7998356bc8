// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import FolderTesting
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A dry run of a candidate` {
  /// A site, the service that it asks, and the state folder of the process that has served it.
  private final class Site: Sendable {
    let service: RunningCommand
    private let temporary = TemporaryFolder()
    var folder: String { "\(temporary.path)/dryrun" }
    var state: String { "\(folder)/state" }

    private static let settings =
      #"{ languages: { published: ["en"], source: "en", default: "en" }"#

    /// The lifetime of services' answers, whatever they say.
    static let minute = "freshness: { minimum: 60, maximum: 60 }"

    static let home = """
      datatype: "screen", body: { currency: "USD", columns: 2, rose: { $ref: "plan" } },
      """
    static let plan = """
      datatype: "x", budget: "30s",
      calls: { rose: { backend: "shop", path: "/rose", \(Site.minute) } },
      """

    init() async throws {
      let folder = "\(temporary.path)/dryrun"
      try Site.put("\(folder)/back", "site", Site.settings + #", roots: "*" }"#)
      try Site.put("\(folder)/back", "config", #"{ datatype: "config", body: {} }"#)
      try Site.put("\(folder)/back", "rose", #"{ datatype: "x", body: { title: "Rose" } }"#)
      try Site.put("\(folder)/back", "daisy", #"{ datatype: "x", body: { title: "Daisy" } }"#)
      service = try RunningCommand(["--site", "\(folder)/back"] + RunningCommand.anywhere)
      let address = try await service.addresses().visitors
      try Site.put(
        "\(folder)/front",
        "site",
        """
        \(Site.settings), roots: "*", regions: { dach: ["DE", "AT", "CH"] },
          backends: { shop: { addresses: "http://\(address)", timeout: "30s" } } }
        """
      )
      try write("config", #"{ datatype: "config", body: { home: { $ref: "home" } } }"#)
      try write("home", "{ \(Site.home) }")
      try write("plan", #"{ \#(Site.plan) body: { title: { $pick: "$.rose.title" } } }"#)
      try write("terms", #"{ datatype: "text", body: { text: "terms" } }"#)
    }

    private static func put(_ site: String, _ name: String, _ text: String) throws {
      try Files.makeFolder("\(site)/Content")
      try Files.write(Array(text.utf8), to: "\(site)/Content/\(name).json5")
    }

    func write(_ document: String, _ text: String) throws {
      try Site.put("\(folder)/front", document, text)
    }

    /// Serves the site to some visitors, and ends.
    func serve(keepingCache: Bool = true) async throws {
      let command = try RunningCommand(
        ["--site", "\(folder)/front", "--state", state]
          + (keepingCache ? ["--keep-cache"] : []) + RunningCommand.anywhere
      )
      let visitors = try await command.addresses().visitors
      func ask(_ path: String, country: String? = nil) async throws {
        let host = country.map { "localhost\r\nX-App: country=\($0)" } ?? "localhost"
        let answer = try await RunningCommand.ask("GET \(path)", host: host, at: visitors)
        try #require(answer.hasPrefix("HTTP/1.1 200"), "\(path): \(answer)")
      }
      for _ in 0..<3 { try await ask("/config", country: "US") }
      try await ask("/config", country: "AT")
      for _ in 0..<4 { try await ask("/home") }
      for _ in 0..<3 { try await ask("/plan") }
      for _ in 0..<2 { try await ask("/terms") }
      try await command.stop()
    }

    func check(_ words: String...) async throws -> Program.Outcome {
      try await Program(BuiltCommand.path).run(
        ["check", "--dry-run", "--site", "\(folder)/front", "--state", state] + words,
        seconds: 60
      )
    }

    func dryRun(_ words: String...) async throws -> DataValue {
      let outcome = try await Program(BuiltCommand.path).run(
        ["check", "--dry-run", "--json", "--site", "\(folder)/front", "--state", state] + words,
        seconds: 60
      )
      let value = try DataValue(reading: Array(outcome.output.utf8).span, as: .json)
      return try #require(value["dryRun"], "\(outcome.errors) \(outcome.output)")
    }

    /// The bytes of all files of the state folder by their paths.
    func files() throws -> [String: [UInt8]] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: state)
      var files: [String: [UInt8]] = [:]
      for name in names {
        let type = try FileManager.default.attributesOfItem(atPath: "\(state)/\(name)")[.type]
        guard type as? FileAttributeType == .typeRegular else { continue }
        files[name] = try Files.read("\(state)/\(name)")
      }
      return files
    }
  }

  private func differences(_ run: DataValue) throws -> [String] {
    guard case .array(let all)? = run["differences"]?.content else { return [] }
    return all.map { one in
      func text(_ name: String) -> String {
        switch one[name]?.content {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: "?"
        }
      }
      return "\(text("requests")) \(text("document")) \(text("audience")) \(text("field"))"
        + " \(text("served")) \(text("candidate"))"
    }
  }

  private func count(_ run: DataValue, _ name: String) -> Int64? {
    if case .integer(let number)? = run[name]?.content { number } else { nil }
  }

  @Test func `tells of each document, audience and field what changes, and asks no service`()
    async throws
  {
    let site = try await Site()
    try await site.serve()
    try await site.service.stop()
    let before = try site.files()

    let same = try await site.check()
    #expect(same.status == 0 && same.errors.isEmpty, "\(same)")
    #expect(same.output.contains("none of 13 recorded requests since 20"), "\(same.output)")

    try site.write(
      "home",
      """
      { \(Site.home)
        variants: [{ id: "dach", when: { country: "dach" }, patch: { currency: "EUR" } }] }
      """
    )
    try site.write(
      "plan",
      #"{ \#(Site.plan) body: { title: { $pick: "$.rose.title" }, note: "new" } }"#
    )
    try FileManager.default.removeItem(atPath: "\(site.folder)/front/Content/terms.json5")
    let run = try await site.dryRun()
    // A quarter of those who asked for links came from Austria.
    let found = try differences(run)
    #expect(
      found == [
        #"3 plan  note - "new""#, #"2 terms  status 200 404"#,
        #"1 home und.dach currency "USD" "EUR""#,
      ]
    )
    #expect(count(run, "compared") == 13 && count(run, "changed") == 6)
    #expect(count(run, "kept") == 1 && count(run, "calls") == 0)
    #expect(try site.files() == before)

    let text = try await site.check()
    #expect(text.output.contains("46.2% of 13 recorded requests"), "\(text.output)")
    #expect(text.output.contains("plan: 3 of 3 requests"), "\(text.output)")
  }

  @Test(arguments: ["one", "two"])
  func `A dry run finds the requests of its site in the log that several sites share`(
    name: String
  ) async throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path
    func write(_ site: String, _ document: String, _ text: String) throws {
      try Files.makeFolder("\(folder)/\(site)/Content")
      try Files.write(Array(text.utf8), to: "\(folder)/\(site)/Content/\(document).json5")
    }
    let hosts = ["one": "one.example", "two": "two.example"]
    for (site, host) in hosts {
      let languages = #"languages: { published: ["en"], source: "en", default: "en" }"#
      try write(site, "site", #"{ \#(languages), roots: "*", hosts: "\#(host)" }"#)
      try write(site, "config", #"{ datatype: "config", body: { of: "\#(site)" } }"#)
    }
    let command = try RunningCommand(
      ["--site", "\(folder)/one", "--site", "\(folder)/two", "--state", "\(folder)/state"]
        + RunningCommand.anywhere
    )
    let visitors = try await command.addresses().visitors
    for (site, count) in [("one", 2), ("two", 5)] {
      for _ in 0..<count {
        let host = try #require(hosts[site])
        let answer = try await RunningCommand.ask("GET /config", host: host, at: visitors)
        try #require(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
      }
    }
    try await command.stop()
    let run = try await Program(BuiltCommand.path).run(
      ["check", "--dry-run", "--site", "\(folder)/\(name)", "--state", "\(folder)/state/\(name)"],
      seconds: 60
    )
    let count = name == "one" ? 2 : 5
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("none of \(count) recorded requests"), "\(run)")
  }

  @Test func `names the calls whose answers are not kept, and asks for them at a declared rate`()
    async throws
  {
    let site = try await Site()
    try await site.serve()
    try site.write(
      "plan",
      """
      { datatype: "x", budget: "30s",
        calls: {
          rose: { backend: "shop", path: "/rose", \(Site.minute) },
          daisy: { backend: "shop", path: "/daisy", \(Site.minute) },
        },
        body: { title: { $pick: "$.rose.title" }, other: { $pick: "$.daisy.title" } } }
      """
    )
    let kept = try await site.dryRun()
    #expect(count(kept["notCompared"]?["missing"] ?? kept, "shop/daisy") == 3)
    #expect(count(kept, "compared") == 10 && count(kept, "changed") == 0)

    let asked = try await site.dryRun("--rate", "100")
    let found = try differences(asked)
    #expect(found == [#"3 plan  other - "Daisy""#])
    #expect(count(asked, "calls") == 1 && count(asked, "compared") == 13)
  }

  @Test func `without a log or an edition says what is missing and who makes it`() async throws {
    let site = try await Site()
    let none = try await site.check()
    #expect(none.status != 0)
    #expect(none.errors.contains("there is no traffic in \(site.state)"), "\(none.errors)")
    #expect(!Files.exists(site.state))
    let rate = try await site.check("--rate", "0")
    #expect(rate.status == 2)
    #expect(rate.errors.contains("--rate is 0, expected 1 to 1000 calls a second"))
  }
}
