// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command's response to mistakes` {
  private static let settings = CheckedSite.settings
    .replacing("roots", with: #"backends: { b: { addresses: "http://127.0.0.1:1" } }, roots"#)

  @Test func `The check shows the place of a mistake in a JSONPath`() async throws {
    let site = try CheckedSite(
      [
        "home": """
        { datatype: "a", calls: { a: { backend: "b", path: "/" } }, body: {
          x: { $pick: "$.a.list[?@.price = 5].name" },
          y: { $pick: "$.a[" } } }
        """
      ],
      settings: Self.settings
    )
    let check = try await site.check()
    let lines = check.output.split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains("home.json5:2:15: error: found") })
    #expect(lines[first + 1] == "  $.a.list[?@.price = 5].name")
    #expect(lines[first + 2] == "                    ^")
    #expect(lines[first + 4] == "  $.a[")
    #expect(lines[first + 5] == "      ^")
    let json = try await site.check("--json")
    #expect(json.output.contains(#""quote":{"text":"$.a[","offset":4}"#), "\(json.output)")
  }

  @Test
  func `The check shows the place of a mistake in the path of a call or its items`() async throws {
    let site = try CheckedSite(
      [
        "home": """
        { datatype: "a", calls: {
          a: { backend: "b", path: "/items/{id" },
          c: { backend: "b", path: "/", items: "$.x[", key: "@.id", with: { a: "$.visitor.x" } } },
          body: { x: { $pick: "$.c" } } }
        """
      ],
      settings: Self.settings
    )
    let output = try await site.check().output
    #expect(output.contains("  $.x[\n      ^\n"), "\(output)")
    #expect(output.contains("  /items/{id\n         ^\n"), "\(output)")
    #expect(output.contains("  $.visitor.x\n            ^\n"), "\(output)")
  }

  @Test func `The check shows the place of a mistake in the pattern of a text`() async throws {
    let site = try CheckedSite([
      "Locales/en.json": #"{ "a": "You have {count, plural, one {# rose} other {# roses}" }"#
    ])
    let check = try await site.check()
    let text = "You have {count, plural, one {# rose} other {# roses}"
    let cut = "..." + text.suffix(48)
    #expect(
      check.output.contains("  \(cut)\n  \(String(repeating: " ", count: cut.count))^\n"),
      "\(check.output)"
    )
  }

  @Test(arguments: [
    (
      "documents in each other",
      ["a": embedding("b"), "b": embedding("c"), "c": embedding("a")],
      "error endless-loop Content/a.json5 1"
    ),
    (
      "steps of a flow",
      ["a": step("b"), "b": step("c"), "c": step("a"), "d": step("a")],
      "error endless-loop Content/a.json5 1"
    ),
    (
      "calls that wait for each other",
      [
        "a": #"{ datatype: "a", calls: { a: { backend: "b", path: "/{x}", with: { x: "$.c.x" } }, "#
          + #"c: { backend: "b", path: "/{x}", with: { x: "$.a.x" } } }, body: { x: { $pick: "$.a" } } }"#
      ],
      "error endless-loop Content/a.json5 1"
    ),
    (
      "redirects",
      [
        "Content/site.json5": settings.replacing(
          "roots",
          with: "redirects: { x: \"y\", y: \"z\", z: \"x\" }, roots"
        )
      ],
      "error endless-loop Content/site.json5 2"
    ),
    (
      "a redirect to itself",
      ["Content/site.json5": settings.replacing("roots", with: "redirects: { x: \"x\" }, roots")],
      "error endless-loop Content/site.json5 2"
    ),
    (
      "units of XLIFF",
      [
        "Locales/a.xlf": """
        <xliff version="1.2"><file source-language="en" target-language="fr"><body>
        <trans-unit id="a"><source><x id="1" xid="b"/></source><target><x id="1" xid="b"/></target></trans-unit>
        <trans-unit id="b"><source><x id="1" xid="a"/></source><target><x id="1" xid="a"/></target></trans-unit>
        <trans-unit id="c"><source><x id="1" xid="a"/></source></trans-unit>
        </body></file></xliff>
        """
      ],
      "error text-pattern Locales/a.xlf 2"
    ),
  ])
  func `The check tells a circle of documents once`(
    of what: String,
    files: [String: String],
    line: String
  ) async throws {
    let site = try CheckedSite([:], settings: Self.settings)
    for (path, text) in files { try site.put(path, text) }
    #expect(try await site.findings().lines == [line])
  }

  private static func embedding(_ path: String) -> String {
    #"{ datatype: "a", body: { x: { $embed: "\#(path)" } } }"#
  }

  private static func step(_ next: String) -> String {
    #"{ datatype: "a", body: { continueURL: { $ref: "\#(next)" } } }"#
  }

  @Test func `The check names a limit with its number`() async throws {
    let site = try CheckedSite([
      "large": "{ datatype: \"a\", body: { x: \"\(String(repeating: "x", count: 262_144))\" } }"
    ])
    let (lines, messages) = try await site.findings()
    #expect(lines == ["error unreadable-file Content/large.json5 1"])
    #expect(
      messages == [
        "the file has 262178 bytes; expected at most 262144, as \"documentBytes\" in the site's "
          + "\"budgets\" says"
      ]
    )
  }

  @Test func `An unusable state folder or site is reported in words`() async throws {
    let site = try CheckedSite([:])
    try site.put("state/token-secret.x", "")
    try FileManager.default.moveItem(
      atPath: "\(site.folder)/state/token-secret.x",
      toPath: "\(site.folder)/state/token-secret"
    )
    let explain = try await site.run("explain", "config")
    #expect(explain.status == 1)
    #expect(
      explain.errors.hasSuffix("/state/token-secret: 0 bytes; expected at least 32\n"),
      "\(explain.errors)"
    )
    let missing = try await Program(BuiltCommand.path).run(["check", "--site", "/nowhere"])
    #expect(missing.status == 1)
    #expect(!missing.output.contains("Fault(") && !missing.errors.contains("Fault("))
    #expect(missing.output.contains("No such file or directory"), "\(missing.output)")
  }

  @Test func `The command explain finds a document by a path with values`() async throws {
    let item =
      #"{ datatype: "a", calls: { a: { backend: "b", path: "/{id}" } }, "#
      + #"body: { x: { $pick: "$.a" } } }"#
    let site = try CheckedSite(["items/{id}": item], settings: Self.settings)
    let explanation = try await site.run("explain", "items/0101")
    #expect(explanation.status == 0, "\(explanation.errors)")
    #expect(explanation.output.hasPrefix("items/{id} for items/0101 at "))
    #expect(explanation.output.contains("\nAddress    /items/0101\n"))
    let plan = try await site.run("explain", "items/0101", "--plan")
    #expect(plan.status == 0 && plan.output.contains("/{id}"))
    #expect(try await site.run("audiences", "items/0101").status == 0)
    let other = try await site.run("explain", "itms/0101")
    #expect(other.status == 1 && other.errors.contains("has no document itms/0101"))
  }

  @Test(arguments: [
    (["check", "--jsn"], "portico check: there is no option --jsn; did you mean --json?"),
    (["check", "-s", "."], "portico check: there is no option -s"),
    (["explain", "-x"], "portico explain: there is no option -x"),
    (["purge", "--all", "--node", "a"], "portico purge: there is no option --node"),
    (["check", "--site", "--json"], "portico check: --site needs a value: FOLDER"),
    (["check", "extra"], "portico check: unexpected: extra"),
    (["chek"], "portico: there is no command chek; did you mean check?"),
    (["--jsn"], "portico: there is no option --jsn before a command"),
    (["--version", "--long"], "portico: unexpected: --long"),
    (["help", "chek"], "portico: there is no command chek; did you mean check?"),
    (["help", "check", "more"], "portico: unexpected: more"),
    (["explain", "config", "--svg"], "portico explain: --svg is for --plan, which is not given"),
  ])
  func `An unknown option or command is refused with the nearest one`(
    words: [String],
    message: String
  ) async throws {
    let outcome = try await Program(BuiltCommand.path).run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("\(message)\n"), "\(outcome.errors)")
  }

  @Test func `A subcommand's help is the same in each way of asking for it`() async throws {
    let page = try await Program(BuiltCommand.path).run(["check", "--help"])
    #expect(page.status == 0 && page.output.contains("Usage: portico check [OPTIONS]"))
    for words in [
      ["help", "check"], ["check", "-h"], ["--help", "check"], ["help", "check", "-h"],
    ] {
      let help = try await Program(BuiltCommand.path).run(words)
      #expect(help.status == 0 && help.output == page.output, "\(words)")
    }
  }

  @Test
  func `The command serve without a site says so, and which options have no effect`() async throws {
    let command = try RunningCommand(
      RunningCommand.anywhere + ["--state", "/tmp"],
      under: ["env", "-C", NSTemporaryDirectory()]
    )
    let greeting = try await command.until("creates a site.\n", errors: false)
    #expect(greeting.contains("\nThere is no site here, so it only responds at /; expected"))
    let said = try await command.until("\n")
    #expect(said == "portico: without a site these options have no effect: --state, --admin\n")
    try await command.stop()
  }

  @Test func `An app's latest version is answered as the site's file writes it`() async throws {
    let settings = CheckedSite.settings.replacing(
      "roots",
      with: #"apps: { shop: { versions: ["9.1", "10.0"], update: { minimum: "10", latest: "10.0", "#
        + #"storeURL: "https://a.example" } } }, roots"#
    )
    let site = try CheckedSite([:], settings: settings)
    let command = try RunningCommand(["--site", site.folder] + RunningCommand.anywhere)
    let address = try await command.addresses().visitors
    let answer = try await RunningCommand.ask("GET /config?app=shop&version=9.1", at: address)
    #expect(answer.contains(#""latest":"10.0""#), "\(answer)")
    try await command.stop()
  }
}
