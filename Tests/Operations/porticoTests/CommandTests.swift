// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import FoundationXML
import GeographyTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/command" }

  private func portico(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(words)
  }

  private func madeSite() async throws {
    #expect(try await portico("new", folder).status == 0)
  }

  private func change(_ path: String, _ old: String, _ new: String) throws {
    let file = "\(folder)/\(path)"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(old))
    try text.replacingOccurrences(of: old, with: new)
      .write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func cleaned(_ body: () async throws -> Void) async throws {
    try await madeSite()
    try await body()
  }

  @Test func `The command new makes a site without mistakes, and never over another`() async throws
  {
    try await cleaned {
      let check = try await portico("check", "--site", folder)
      #expect(check.status == 0 && check.output.hasPrefix("good: 2 documents in 2 languages"))
      let again = try await portico("new", folder)
      #expect(again.status == 1 && again.errors.contains("already exists"))
    }
  }

  @Test func `The command explain shows the plan of a document`() async throws {
    let shop = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let options = ["--plan", "--site", shop, "--state", folder]
    let text = try await Program(BuiltCommand.path).run(["explain", "items/{id}"] + options)
    #expect(text.status == 0)
    let lines = text.output.split(separator: "\n").map(String.init)
    let second = try #require(lines.firstIndex(of: "As soon as their values are there"))
    #expect(lines[..<second].contains("  price  prices /prices/{id}{?country}"))
    #expect(lines[second...].contains("  relatedPrices  prices /prices{?ids,country}"))
    #expect(lines.contains { $0.contains("after related, optional") })
    let picture = try await Program(BuiltCommand.path).run(
      ["explain", "items/{id}", "--svg"] + options
    )
    #expect(try XMLDocument(xmlString: picture.output).rootElement()?.name == "svg")
    let home = try await Program(BuiltCommand.path).run(["explain", "screens/home"] + options)
    #expect(home.output.hasSuffix("\nEmbedded\n  items/{id}\n"))
    let step = try await Program(BuiltCommand.path).run(["explain", "checkout/delivery"] + options)
    #expect(
      step.output.hasSuffix(
        "\nFlow values\n  item  needed, up to 32 bytes, for later steps\n"
      )
    )
    let cart = try await Program(BuiltCommand.path).run(
      ["explain", "checkout/cart", "--json"] + options
    )
    #expect(
      cart.output.contains(
        #""flow":[{"name":"item","default":"0101-2010-0611","maximumBytes":32,"#
          + #""isRequired":false,"isPassed":false}]"#
      ),
      "\(cart.output)"
    )
    let none = try await Program(BuiltCommand.path).run(["explain", "legal/terms"] + options)
    #expect(none.status == 1 && none.errors.contains("has no plan"))
  }

  @Test func `The command check names mistakes with file, line and column, and fails`() async throws
  {
    try await cleaned {
      try change("Content/screens/home.json5", "datatype", "dtatype")
      let check = try await portico("check", "--site", folder)
      #expect(check.status == 1)
      #expect(
        check.output.contains(
          "Content/screens/home.json5:2:3: error: a document has no key \"dtatype\" (did you mean "
            + "datatype?) [unknown-key]\n"
        )
      )
      // Nobody sits there who could see colours.
      #expect(!check.output.contains("\u{1B}"))
      let json = try await portico("check", "--site", folder, "--json")
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      )
      #expect(report["errors"] as? Int == 1 && report["edition"] is NSNull)
      let findings = try #require(report["findings"] as? [[String: Any]])
      #expect(findings.compactMap { $0["rule"] as? String } == ["unknown-key"])
    }
  }

  @Test func `The command explain tells how a variant is chosen`() async throws {
    try await cleaned {
      let explanation = try await portico(
        "explain",
        "screens/home",
        "--site",
        folder,
        "--languages",
        "fr-CA",
        "--country",
        "AT"
      )
      #expect(explanation.status == 0)
      #expect(explanation.output.contains("= dach\n"))
      #expect(explanation.output.contains("= fr: the first wanted language"))
      #expect(explanation.output.contains("/fr.dach/screens/home\n"))
      let json = try await portico(
        "explain",
        "screens/home",
        "--site",
        folder,
        "--token",
        "en.phone",
        "--json"
      )
      #expect(json.output.contains(#""variant":"body""#))
      let missing = try await portico("explain", "screens/hme", "--site", folder)
      #expect(missing.status == 1 && missing.errors.contains("did you mean screens/home?"))
    }
  }

  @Test func `The commands audiences and languages show audiences and missing texts`() async throws
  {
    try await cleaned {
      let audiences = try await portico("audiences", "screens/home", "--site", folder)
      #expect(audiences.output.contains("fr.dach.phone\n"))
      let count = try await portico("audiences", "--site", folder)
      #expect(count.output.contains("at most 8 audiences a document"))
      try change("Locales/fr.json", "\"home.call\": \"Appelez-nous\"", "\"other\": \"\"")
      let languages = try await portico("languages", "--site", folder, "--missing")
      #expect(languages.status == 1 && languages.errors.contains("fr is published"))
    }
  }

  @Test(arguments: [
    ["nonsense"], ["check", "--nonsense"], ["explain"], ["diff"], ["rollback"], ["new"], ["schema"],
    ["schema", "locales"], ["schema", "site", "document"],
    ["generate"], ["generate", "cobol"], ["generate", "swift", "--lock", "newest"],
    ["generate", "swift", "--app", "com.example.shop"],
    ["explain", "a", "--at", "tomorrow"], ["explain", "a", "--token", "en", "--country", "DE"],
    ["serve", "--loops", "0"], ["serve", "--countries", "countries.mmdb"],
  ])
  func `Wrong arguments of a command exit with 2 and point to its help`(
    words: [String]
  ) async throws {
    let outcome = try await Program(BuiltCommand.path).run(words)
    #expect(outcome.status == 2 && outcome.errors.contains("--help`"))
  }

  @Test func `The command serve refuses an unusable country database`() async throws {
    try await cleaned {
      let path = "\(folder)/countries.mmdb"
      let missing = try await portico("serve", "--site", folder, "--countries", path)
      #expect(missing.status == 1)
      #expect(missing.errors.contains("\(path): cannot open \(path): No such file or directory"))
      try Files.write(DatabaseWriter().bytes, to: path)
      let empty = try await portico("serve", "--site", folder, "--countries", path)
      #expect(empty.status == 1)
      #expect(empty.errors.contains("expected values with country.iso_code or registered_country"))
    }
  }

  @Test(arguments: [
    "serve", "new", "check", "explain", "diff", "audiences", "languages", "editions", "rollback",
    "rollout", "schema", "generate", "purge", "texts",
  ])
  func `Each command's help has an example`(command: String) async throws {
    let help = try await portico(command, "--help")
    #expect(help.status == 0 && help.output.contains("\n    portico \(command)"))
    #expect(try await portico("--help").output.contains("\n  \(command) "))
  }
}

/// The command as it was built beside the tests.
enum BuiltCommand {
  static let path = "\(folder)/portico"
  static let folder = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().path
}
