// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import Testing

@Suite struct `A file of options` {
  private static let command = CommandDefinition(
    name: "serve",
    summary: "Runs.",
    options: [
      Option("options FILE", "This file."),
      Option("listen ADDRESS", "Where.", repeats: true),
      Option("site FOLDER", "A site.", repeats: true),
      Option("admin-token [ROLE=]FILE", "It.", repeats: true),
      Option("events FILE", "Its events."),
      Option("cache SIZE", "Its size.", fallback: "256M"),
      Option("keep-cache", "Keep it."),
    ],
    examples: [:]
  )

  private static func arguments(
    _ text: String,
    _ words: String...,
    at path: String = "conf/portico.json5"
  ) throws -> Arguments {
    var arguments = try Arguments(words, for: command)
    let file = try OptionsFile(Array(text.utf8), at: path, of: command, except: "options")
    try arguments.add(file)
    return arguments
  }

  @Test func `The file has options under their names, and the command line goes before it`() throws
  {
    let arguments = try Self.arguments(
      """
      // Our servers.
      { $schema: "options.schema.json", listen: "127.0.0.1:80", cache: 1048576, "keep-cache": true,
        site: ["shop"] }
      """,
      "--site",
      "garden"
    )
    #expect(arguments.all("listen") == ["127.0.0.1:80"])
    #expect(arguments.value("cache") == "1048576")
    #expect(arguments.has("keep-cache") && arguments.isOfFile("keep-cache"))
    #expect(arguments.all("site") == ["garden"] && !arguments.isOfFile("site"))
  }

  @Test func `A switch that is off is not given`() throws {
    #expect(!(try Self.arguments(#"{ "keep-cache": false }"#).has("keep-cache")))
  }

  @Test(arguments: [
    (#"{ site: ["shop", "/srv/garden"] }"#, "site", ["conf/shop", "/srv/garden"]),
    (
      #"{ "admin-token": ["viewer=tokens/v", "a"] }"#, "admin-token",
      ["viewer=conf/tokens/v", "conf/a"]
    ),
    (#"{ "admin-token": "viewer=/etc/v" }"#, "admin-token", ["viewer=/etc/v"]),
    (#"{ events: "-" }"#, "events", ["-"]),
    (#"{ listen: "unix:p.sock" }"#, "listen", ["unix:p.sock"]),
  ])
  func `Paths are those from the folder of the file`(
    text: String,
    name: String,
    values: [String]
  ) throws {
    #expect(try Self.arguments(text).all(name) == values)
    let here = try Self.arguments(#"{ site: "shop" }"#, at: "portico.json5")
    #expect(here.all("site") == ["shop"])
  }

  @Test(arguments: [
    ("[]", "conf/portico.json5 is an array; expected an object of options"),
    (
      "{\n  cahce: \"1G\" }",
      #"conf/portico.json5:2:10: there is no option "cahce"; did you mean cache?"#
    ),
    ("{ options: \"a\" }", #"conf/portico.json5:1:12: there is no option "options""#),
    (
      "{ cache: [\"1G\"] }",
      #""cache" at conf/portico.json5:1:10 is an array; expected a text, SIZE"#
    ),
    (
      "{ site: [] }",
      #""site" at conf/portico.json5:1:9 is an array; expected a text, FOLDER, or a list of them"#
    ),
    (
      "{ \"keep-cache\": \"yes\" }",
      #""keep-cache" at conf/portico.json5:1:17 is a string; expected true or false"#
    ),
  ])
  func `What is wrong in the file is told with its place`(text: String, message: String) {
    let error = #expect(throws: UsageError.self) { try Self.arguments(text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func `Broken JSON5 is told with the file and the place`() {
    let error = #expect(throws: UsageError.self) { try Self.arguments("{ cache: ") }
    #expect(error?.message.hasPrefix("conf/portico.json5: 1:") == true, "\(error?.message ?? "")")
  }

  @Test func `An error about a value names the place in the file that has it`() throws {
    let error = UsageError("--cache is 1X, expected 1M to 1024G")
    let file = try Self.arguments(#"{ cache: "1X" }"#)
    #expect(
      file.located(error).message
        == #""cache" at conf/portico.json5:1:10 is 1X, expected 1M to 1024G"#
    )
    let line = try Self.arguments(#"{ cache: "1X" }"#, "--cache", "1X")
    #expect(line.located(error).message == error.message)
  }

  @Test func `The schema has each option with its help, and no other key`() throws {
    let schema = Self.command.schema("Options", except: "options")
    let properties = try #require(schema["properties"])
    #expect(properties["options"] == nil)
    #expect(properties["cache"]?["description"]?.string == "Its size. (default: 256M)")
    #expect(properties["keep-cache"]?["type"]?.string == "boolean")
    #expect(properties["site"]?["anyOf"] != nil)
    #expect(schema["additionalProperties"] == .boolean(false))
  }
}
