// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that generates models` {
  private static func settings(versions: String = "\"2.3\"", update: String = "") -> String {
    """
    { languages: { published: ["en"], source: "en", default: "en" }, name: "garden-shop",
      apps: { "com.example.shop": { versions: [\(versions)]\(update) } } }
    """
  }

  private static let config = #"{ datatype: "config", body: { home: { $ref: "home" } } }"#

  private func home(_ title: String) -> String {
    """
    {
      datatype: "screen",
      body: { title: \(title), rows: [{ datatype: "link", url: { $ref: "config" } }] },
    }
    """
  }

  private func site() throws -> CheckedSite {
    try CheckedSite(
      ["config": Self.config, "home": home("\"Hello\"")],
      settings: Self.settings(versions: "")
    )
  }

  @Test(arguments: [
    ("swift", "public enum GardenShop {", "public var home: Address"),
    ("kotlin", "package gardenshop", "val home: Address,"),
    ("typescript", "export interface Config {", "home: Address;"),
  ])
  func `Models are printed in each language, the same every time`(
    language: String,
    begin: String,
    member: String
  ) async throws {
    let site = try site()
    let first = try await site.run("generate", language)
    #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
    #expect(first.output.contains(begin) && first.output.contains(member), "\(first.output)")
    #expect(try await site.run("generate", language).output == first.output)
    #expect(!Files.exists("\(site.folder)/Content/Versions"))
  }

  @Test func `Records of exported types have ids and relations`() async throws {
    let site = try site()
    let types = """
      [
        { "name": "notes", "prefix": "note", "attributes": {
          "colour": { "type": "enum", "values": ["red", "dark-blue"] },
          "picture": { "type": "binary" },
          "shop": { "type": "reference", "to": "shops" } } },
        { "name": "shops", "prefix": "shop", "attributes": { "open": { "type": "boolean" } } }
      ]
      """
    try site.put("types.json", types)
    let models = try await site.run(
      "generate",
      "swift",
      "--types",
      "\(site.folder)/types.json",
      "--name",
      "garden"
    )
    #expect(models.status == 0, "\(models.errors)")
    for line in [
      "public enum Garden {", "public var uuid: RecordID<NotesRecord>",
      "public var shop: RecordID<ShopsRecord>?", "public var colour: Colour?", "case darkBlue",
      "public var picture: Picture?",
    ] {
      #expect(models.output.contains(line), "\(line) is not in \(models.output)")
    }
  }

  @Test func `Content that a shipped version could not decode is refused until it is replaced`()
    async throws
  {
    let site = try site()
    #expect(try await site.run("generate", "--lock", "2.3").output.isEmpty)
    let lock = "\(site.folder)/Content/Versions/2.3.json5"
    #expect(Files.exists(lock))
    try site.put("home", home("5"))
    // It is not in use yet.
    #expect(try await site.check().status == 0)
    try site.put("Content/site.json5", Self.settings())
    let refused = try await site.check()
    #expect(refused.status == 1)
    #expect(
      refused.output.hasPrefix(
        """
        Content/home.json5:3:18: error: version 2.3 of com.example.shop cannot decode "home": "title" is 5, \
        and it expects a text, for example a visitor [cannot-decode]
          Content/Versions/2.3.json5:1:1: note: what the version decodes

        """
      ),
      "\(refused.output)"
    )
    // Publishing is the same compilation.
    let served = try await Program(BuiltCommand.path).run([
      "explain", "home", "--site", site.folder,
    ])
    #expect(served.status == 1 && served.errors.contains("cannot decode \"home\""))
    let gate = ", update: { minimum: \"3\", storeURL: \"https://apps.example.com/shop\" }"
    try site.put("Content/site.json5", Self.settings(update: gate))
    #expect(try await site.check().status == 0)
    try site.put("Content/site.json5", Self.settings())
    try site.put("home", home("\"Hello again\", subtitle: 5"))
    #expect(try await site.check().status == 0)
  }

  @Test func `Exported types whose records a shipped version could not decode are refused`()
    async throws
  {
    let site = try site()
    func types(_ kind: String) -> String {
      """
      { "data": [
        { "name": "notes", "prefix": "note", "attributes": {
          "stars": { "type": "\(kind)" } } }
      ] }
      """
    }
    let file = "\(site.folder)/types.json"
    try site.put("types.json", types("integer"))
    #expect(try await site.run("generate", "--lock", "2.3", "--types", file).status == 0)
    try site.put("Content/site.json5", Self.settings())
    #expect(try await site.run("check", "--types", file).status == 0)
    try site.put("types.json", types("text"))
    let refused = try await site.run("check", "--types", file)
    #expect(refused.status == 1)
    #expect(
      refused.output == """
        \(file):3:14: error: version 2.3 of com.example.shop cannot decode records of the type "notes": \
        "stars" is a text, and it expects an integer [cannot-decode]
          Content/Versions/2.3.json5:1:1: note: what the version decodes
        1 error: the types would not be imported

        """
    )
    #expect(try await site.check().status == 0)
  }

  @Test func `The lock of a version in use is not changed, and one of several apps is named`()
    async throws
  {
    let site = try site()
    #expect(try await site.run("generate", "--lock", "2.3").status == 0)
    try site.put("Content/site.json5", Self.settings())
    // Nothing would change.
    #expect(try await site.run("generate", "--lock", "2.3").status == 0)
    try site.put("home", home("\"Hello\", subtitle: \"New\""))
    let refused = try await site.run("generate", "swift", "--lock", "2.3")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("Content/Versions/2.3.json5 has other members"))
    #expect(try await site.run("generate", "--lock", "2.4").status == 0)
    try site.put(
      "Content/site.json5",
      Self.settings().replacing("apps: {", with: "apps: { \"com.example.tv\": {},")
    )
    let unnamed = try await site.run("generate", "--lock", "2.4")
    #expect(unnamed.status == 2 && unnamed.errors.contains("expected --app with one of"))
    let named = try await site.run("generate", "--lock", "2.4", "--app", "com.example.tv")
    #expect(named.status == 0, "\(named.errors)")
    #expect(Files.exists("\(site.folder)/Content/Versions/com.example.tv/2.4.json5"))
    #expect(try await site.check().status == 0)
  }
}
