// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Commands as people type them` {
  private let sites = ServedSites()

  private static let files = [
    "config": #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
    "home": #"""
    { datatype: "screen", body: { title: { $t: "home.title" } },
      variants: [{ id: "dach", when: { country: "dach" }, patch: { phone: "1" } }] }
    """#,
    "items/{id}": #"""
    { datatype: "item", calls: { a: { backend: "shop", path: "/things/{id}" } },
      body: { of: { $pick: "$.a.of" } } }
    """#,
    "Locales/en.json": #"{ "home.title": "Welcome" }"#,
    "Locales/fr.json": #"{ "home.title": "Bienvenue" }"#,
  ]

  private static let settings = CheckedSite.settings.replacing(
    "regions",
    with: #"backends: { shop: { addresses: "http://127.0.0.1:9" } }, regions"#
  )

  private func site(_ files: [String: String] = files) throws -> CheckedSite {
    try CheckedSite(files, settings: Self.settings)
  }

  private func run(_ words: [String]) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(words)
  }

  @Test(arguments: [
    ("home", "/home"), ("/home", "/home"), ("/fr.dach/home", "/fr.dach/home"),
    ("http://localhost:8080/fr.dach/home", "/fr.dach/home"),
    ("/fr/items/7.plist?limit=2&offset=0", "/items/7?limit=2&offset=0"),
    ("items/7", "/items/7"),
    ("https://www.example.com/fr/items/7?limit=2#x", "/items/7?limit=2"),
  ])
  func `Addresses of links and of the log are explained`(
    address: String,
    shown: String
  ) async throws {
    let site = try site()
    let outcome = try await site.run("explain", address)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\nAddress    \(shown)\n"), "\(outcome.output)")
  }

  @Test(arguments: [
    ("--device", "fridge", "expected one of phone"), ("--country", "Germany", "such as CA"),
    ("--version", "newest", "expected a version such as 2.3.1"),
  ])
  func `A property that no visitor can have is told with what is expected`(
    option: String,
    value: String,
    told: String
  ) async throws {
    let site = try site()
    let outcome = try await site.run("explain", "home", option, value)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains("\(option) is \(value), expected "), "\(outcome.errors)")
    #expect(outcome.errors.contains(told), "\(outcome.errors)")
    let both = try await site.run("explain", "/fr.dach/home", "--country", "CA")
    #expect(both.status == 2 && both.errors.contains("names an audience already"), "\(both)")
  }

  /// A mistake in a file, and its only finding.
  @Test(arguments: [
    (
      "home", #"{ datatype: "screen", body: { title: { $t: "home.titel" } } }"#,
      "error unknown-text Content/home.json5 1"
    ),
    (
      "config", #"{ datatype: "config", body: { home: { $ref: "hme" } } }"#,
      "error broken-link Content/config.json5 1"
    ),
    (
      "Locales/fr.json", #"{ "home.titel": "Bienvenue" }"#,
      "error uncovered-language Content/site.json5 1"
    ),
  ])
  func `One mistake is one finding`(path: String, text: String, finding: String) async throws {
    var files = Self.files
    files[path] = text
    let settings = Self.settings.replacing("roots: \"*\"", with: "roots: \"items/{id}\"")
    let site = try CheckedSite(files, settings: settings)
    let found = try await site.findings()
    #expect(found.lines == [finding], "\(found.messages)")
  }

  @Test func `A misspelled translation is named with the text that is missing`() async throws {
    var files = Self.files
    files["Locales/fr.json"] = #"{ "home.titel": "Bienvenue" }"#
    let said = try await site(files).check().output
    #expect(said.contains("Locales/fr.json:1:3: note: nothing uses \"home.titel\""), "\(said)")
  }

  @Test func `The log of a site is read by its folder, and of a service by its address`()
    async throws
  {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/shop/.portico"]
    )
    let (visitors, operators) = try await command.addresses()
    for session in ["s1", "s2"] {
      _ = try await RunningCommand.ask(
        "GET /nothing",
        host: "localhost\r\nX-App: session=\"\(session)\"",
        at: visitors
      )
    }
    let folder = try await run(["log", "--site", "\(sites.folder)/shop", "status = 404"])
    #expect(folder.status == 0 && folder.output.contains(" GET /nothing 404 "), "\(folder)")
    let service = ["log", "--admin", "\(operators)"]
    let all = try await run(service + ["status = 404"])
    #expect(all.output.split(separator: "\n").count == 2, "\(all)")
    let one = try await run(service + ["status = 404", "--session", "s2", "--json"])
    #expect(one.output.split(separator: "\n").count == 1, "\(one)")
    #expect(one.output.contains(#""session":"s2""#), "\(one)")
    let fields = try await run(service + ["--fields", "status,session", "status = 404"])
    #expect(fields.output == "404\ts1\n404\ts2\n", "\(fields)")
    let wrong = try await run(service + ["sttus = 404"])
    #expect(wrong.status == 2, "\(wrong)")
    let follow = try await run(service + ["--follow"])
    #expect(follow.status == 2 && follow.errors.contains("--follow reads the state folder"))
    try await command.stop()
  }

  @Test func `Missing texts are listed, and written for translators`() async throws {
    var files = Self.files
    files["Locales/en.json"] = #"{ "home.title": "Welcome", "home.call": "Call {name}" }"#
    files["call"] = #"{ datatype: "x", fallback: "refuse", body: { a: { $t: "home.call" } } }"#
    let site = try site(files)
    #expect(try await site.run("texts", "--missing").output == "fr\thome.call\n")
    let file = try await site.run("texts", "--missing", "--language", "fr", "--format", "xliff")
    #expect(file.output.contains("<source>Call {name}</source>"), "\(file)")
    #expect(!file.output.contains("Welcome"))
    let folder = "\(site.folder)/owed"
    let written = try await site.run("texts", "--missing", "--format", "po", "--output", folder)
    #expect(written.output == "\(folder)/fr.po: 1 texts\n", "\(written)")
    #expect(Files.exists("\(folder)/fr.po"))
    try site.put(
      "Locales/fr.xliff",
      file.output.replacing("</source>", with: "</source><target>Appelez {name}</target>")
    )
    let none = try await site.run("texts", "--missing")
    #expect(none.status == 0 && none.output.isEmpty, "\(none)")
    for words in [["--format", "doc"], ["--language", "sv"], ["--output", "x"]] {
      let wrong = try await run(["texts", "--site", site.folder] + words)
      #expect(
        wrong.status == 2 && wrong.errors.contains("expected") || wrong.errors.contains("needs")
      )
    }
  }
}
