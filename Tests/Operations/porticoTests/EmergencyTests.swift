// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An emergency file` {
  private static let closing = #"{ maintenance: { message: "Closed" }, hide: "secret" }"#

  private let sites = ServedSites()

  private func write(_ text: String?) throws {
    let path = "shop/Content/emergency.json5"
    guard let text else { return try Files.remove("\(sites.folder)/\(path)") }
    try sites.put(text, at: path)
  }

  private func makeSite() throws {
    try sites.write("shop", "")
    for name in ["secret", "about"] {
      try sites.put(
        #"{ datatype: "x", body: { title: "\#(name)" }, variants: [{ id: "tv", when: { device: "tv" },"#
          + " body: {} }] }",
        at: "shop/Content/\(name).json5"
      )
    }
  }

  /// A command that serves the site, and what it answers.
  private struct Served {
    let command: RunningCommand
    let visitors: SocketAddress
    let operators: SocketAddress

    init(_ sites: ServedSites) async throws {
      command = try RunningCommand(sites.arguments(["shop"]))
      (visitors, operators) = try await command.addresses()
    }

    /// Has the files read again, and says what was found.
    @discardableResult
    func reload() async throws -> [String] {
      let answer = PlainAnswer(try await RunningCommand.ask("POST /reload", "", at: operators))
      return try answer.json.list("findings").compactMap { $0.text("message") }
    }

    func status(of path: String) async throws -> String {
      PlainAnswer(try await RunningCommand.ask("GET /\(path)", at: visitors)).status
    }
  }

  @Test(arguments: [
    "", "{", #"{ maintenance: { message: "Clo"#, "[]", "null", "{ maintenance: {} }",
    "{ maintenance: null }", #"{ maintenence: { message: "Closed" } }"#,
    #"{ maintenance: { when: { contry: "DE" }, message: "Closed" } }"#, #"{ hide: ["config"] }"#,
    "{ maintenance: { retryAfter: 0 } }", #"{ banner: { english: "Hello" } }"#, #"{ ttl: 0 }"#,
  ])
  func `A broken emergency file leaves a closed site closed, after a restart too`(
    broken: String
  ) async throws {
    try makeSite()
    try write(Self.closing)
    let first = try await Served(sites)
    #expect(try await first.status(of: "about") == "503")
    try write(broken)
    #expect(try await !first.reload().isEmpty)
    #expect(try await first.status(of: "about") == "503")
    try await first.command.stop(atOnce: true)

    let second = try await Served(sites)
    #expect(try await second.status(of: "about") == "503")
    try write("{}")
    #expect(try await second.reload() == [])
    #expect(try await second.status(of: "about") == "200")
    #expect(try await second.status(of: "secret") == "200")
    try await second.command.stop(atOnce: true)

    let third = try await Served(sites)
    #expect(try await third.status(of: "about") == "200")
    withExtendedLifetime(third.command) {}
  }

  @Test func `A removed emergency file opens the site, also while nothing is served`() async throws
  {
    try makeSite()
    try write(Self.closing)
    let first = try await Served(sites)
    try write(nil)
    try await first.reload()
    #expect(try await first.status(of: "about") == "200")
    try write(Self.closing)
    try await first.reload()
    #expect(try await first.status(of: "about") == "503")
    try await first.command.stop()
    try write(nil)
    let second = try await Served(sites)
    #expect(try await second.status(of: "about") == "200")
    withExtendedLifetime(second.command) {}
  }

  @Test func `A closed site stays closed while its content folder is gone`() async throws {
    try makeSite()
    try write(Self.closing)
    let served = try await Served(sites)
    let (content, elsewhere) = ("\(sites.folder)/shop/Content", "\(sites.folder)/elsewhere")
    try FileManager.default.moveItem(atPath: content, toPath: elsewhere)
    try await served.reload()
    #expect(try await served.status(of: "about") == "503")
    try FileManager.default.moveItem(atPath: elsewhere, toPath: content)
    try write(nil)
    try await served.reload()
    #expect(try await served.status(of: "about") == "200")
    withExtendedLifetime(served.command) {}
  }

  @Test func `The correct parts of an emergency file apply, and the others stay as before`()
    async throws
  {
    try makeSite()
    try write(#"{ hide: "secret" }"#)
    let served = try await Served(sites)
    #expect(try await served.status(of: "secret") == "404")
    try write(
      #"{ hide: ["about", "config"], maintenance: { when: { device: "tv" }, message: "x" } }"#
    )
    let said = try await served.reload()
    #expect(said.contains { $0.hasPrefix(#""config" hides "config", the config URL"#) }, "\(said)")
    let log = try await served.command.until("keep their old values\n")
    #expect(log.contains("emergency.json5:1:"), "\(log)")
    let tv = try await RunningCommand.ask("GET /about?device=tv", at: served.visitors)
    #expect(PlainAnswer(tv).status == "503")
    #expect(try await served.status(of: "secret") == "404")
    #expect(try await served.status(of: "about") == "200")
    #expect(try await served.status(of: "config") == "200")
  }

  @Test func `A damaged copy of the emergency file is reported and the site starts`() async throws {
    try makeSite()
    try write("{ broken")
    try Files.makeFolder("\(sites.folder)/shop/.portico")
    try sites.put("{", at: "shop/.portico/emergency.json")
    let served = try await Served(sites)
    let said = try await served.command.until("the emergency file has errors")
    #expect(said.contains("the emergency file's content from before the start cannot be read"))
    #expect(try await served.status(of: "about") == "200")
  }

  @Test(arguments: [
    (
      #"{ hide: ["scret"] }"#,
      #""scret" hides nothing: no document and no pass has such a path (did you mean secret?)"#, 1
    ),
    (#"{ hide: ["/about"] }"#, "did you mean about?", 1),
    (#"{ hide: ["config"] }"#, #""config" hides "config", the config URL"#, 1),
    (#"{ hide: ["*"] }"#, #""*" hides "config", the config URL"#, 1),
    (#"{ force: { abuot: "tv" } }"#, #"there is no document "abuot""#, 1),
    (
      #"{ force: { about: "phone" } }"#,
      #"has no variant "phone"; expected one of "tv", "body""#, 1
    ),
    ("{ maintenance: {} }", #""maintenance" is empty; expected a "message""#, 1),
    (
      #"{ banner: { nl: "Dag" } }"#,
      #"the site is not published in "nl", so nobody reads this text; expected one of en"#, 0
    ),
    (#"{ maintenance: { message: { nl: "Dag" } } }"#, #"not published in "nl""#, 0),
  ])
  func `Unknown names in an emergency file are found by the check`(
    text: String,
    why: String,
    status: Int32
  ) async throws {
    try makeSite()
    try write(text)
    let outcome = try await Program(BuiltCommand.path).run([
      "check", "--site", "\(sites.folder)/shop",
    ])
    #expect(outcome.status == status)
    #expect(outcome.output.contains("Content/emergency.json5:1:"), "\(outcome.output)")
    #expect(outcome.output.contains(why), "\(outcome.output)")
  }

  @Test(arguments: [
    #"{ hide: ["secret", "a*"], force: { about: "tv", secret: "body" } }"#,
    #"{ maintenance: { message: { en: "Closed" } }, banner: { en: "Hello" }, ttl: { "se*": 5 } }"#,
  ])
  func `An emergency file with known names passes the check`(text: String) async throws {
    try makeSite()
    try write(text)
    let outcome = try await Program(BuiltCommand.path).run([
      "check", "--site", "\(sites.folder)/shop",
    ])
    #expect(outcome.status == 0 && !outcome.output.contains("emergency"), "\(outcome.output)")
  }
}
