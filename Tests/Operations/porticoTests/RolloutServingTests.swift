// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Files
import Foundation
import Gateway
import Learning
import LoopTesting
import ProgramTesting
import Reactor
import Serving
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A rollout of a served site` {
  let sites = ServedSites()

  private static let mine = "X-App: installation=\"mine\"\r\n"

  /// A served site whose published edition is pinned, and whose files say something else.
  struct Served {
    let command: RunningCommand
    let visitors: SocketAddress
    let operators: SocketAddress
    /// The name of the published edition.
    let published: String
    /// The process that serves the site's service.
    var service: RunningCommand?

    func order(_ body: String, _ query: String = "") async throws -> PlainAnswer {
      PlainAnswer(try await RunningCommand.ask("POST /rollout\(query)", body, at: operators))
    }

    /// The answer for a visitor, whose fields end with a line break each.
    func get(_ path: String, _ fields: String = "") async throws -> PlainAnswer {
      let visitors = visitors
      return PlainAnswer(
        try await onThread {
          let socket = try PlainSocket(to: visitors)
          try socket.send(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
          )
          return try socket.receiveAll()
        }
      )
    }

    /// The link to the document `plan` of the edition that is rolled out.
    func link() async throws -> String {
      let body = try await get("/config", mine).body
      let found = try #require(body.firstMatch(of: /"plan":"([^"]*)"/), "\(body)")
      return String(found.1)
    }

    func editions() async throws -> String {
      try await RunningCommand.ask("GET /content", at: operators)
    }
  }

  private static let config =
    #"{ datatype: "config", body: { of: "new", plan: { $ref: "plan" } } }"#
  static let good = #"{ datatype: "x", body: { of: "new" } }"#
  /// A document that needs a service which does not answer.
  static let bad = """
    { datatype: "x", calls: { a: { backend: "gone", path: "/a" } }, body: { a: { $pick: "$.a" } } }
    """

  /// - Parameters:
  ///   - old: the process whose sockets the new one takes over; `nil` for none.
  ///   - service: the process that serves the site's service.
  func start(
    takingOver old: Served? = nil,
    beside service: RunningCommand? = nil
  ) async throws -> Served {
    let places = old.map { ["--listen", "\($0.visitors)", "--admin", "\($0.operators)"] }
    let command = try RunningCommand(
      ["--site", "\(sites.folder)/shop"] + (places ?? RunningCommand.anywhere)
        + ["--state", "\(sites.folder)/state", "--takeover", "\(sites.folder)/takeover"]
    )
    let (visitors, operators) = try await command.addresses()
    let said = try await RunningCommand.ask("GET /content", at: operators)
    let found = try #require(said.firstMatch(of: /"edition":"([0-9a-f]{16})","state":"served/))
    return Served(
      command: command,
      visitors: visitors,
      operators: operators,
      published: String(found.1),
      service: service
    )
  }

  /// Serves a site, pins what is published, and changes the files.
  private func serve(
    _ rollout: String,
    plan: String = good,
    settings: String = ""
  ) async throws -> Served {
    try sites.write("shop", "rollout: \(rollout)")
    let served = try await start()
    let pinned = try await Program(BuiltCommand.path).run([
      "rollback", served.published, "--site", "\(sites.folder)/shop", "--state",
      "\(sites.folder)/state",
    ])
    #expect(pinned.status == 0, "\(pinned)")
    let gone = #"backends: { gone: { addresses: "http://127.0.0.1:1", retries: 0 } }, "#
    try sites.write("shop", "\(gone)\(settings)rollout: \(rollout)")
    try sites.put(plan, at: "shop/Content/plan.json5")
    try sites.put(Self.config, at: "shop/Content/config.json5")
    return served
  }

  @Test
  func `A rollout with good answers is published for everybody, and the files are followed again`()
    async throws
  {
    let served = try await serve("{ steps: [50, 100], hold: 1, answers: 3 }")
    let preview = try await served.order(#"{"action":"start"}"#, "?preview")
    #expect(
      preview.body.contains("to 50.0 %, then 100.0 % of the installations"),
      "\(preview.body)"
    )
    #expect(
      preview.body.contains(#""kind":"document","name":"plan","change":"added""#),
      "\(preview.body)"
    )
    #expect(try await served.get("/config", Self.mine).body.contains(#""of":"shop""#))
    let started = try await served.order(#"{"action":"start"}"#)
    #expect(started.body.contains(#""state":"running","share":5000"#), "\(started.body)")
    let next = try await served.order(#"{"action":"next"}"#)
    #expect(next.body.contains(#""share":10000"#), "\(next.body)")
    #expect(try await served.editions().contains("kept, rolled out to 100.0 %"))
    #expect(try await served.get("/config").body.contains(#""of":"shop""#))
    let link = try await served.link()
    // The evidence counts from the first look at the step, so visitors come until it is enough.
    let visits = Visits { _ = try await served.get(link) }
    let said = try await served.command.until("is finished")
    try await visits.end()
    #expect(said.contains("is given to 100.0 % of the installations, step 2 of 2"), "\(said)")
    #expect(try await served.get("/config").body.contains(#""of":"new""#))
    #expect(try await served.get("/plan").body.contains(#""of":"new""#))
    #expect(try await served.get(link).body.contains(#""of":"new""#))
    let table = try await RunningCommand.ask("GET /rollout", at: served.operators)
    #expect(table.contains(#""state":"finished""#), "\(table)")
    try sites.put(Self.config.replacing("new", with: "newer"), at: "shop/Content/config.json5")
    _ = try await served.command.until("is served")
    #expect(try await served.get("/config").body.contains(#""of":"newer""#))
    let notes = try await RunningCommand.ask("GET /annotations?from=-1h", at: served.operators)
    #expect(notes.contains("step 2 of 2: an operator began the step before its time"), "\(notes)")
  }

  @Test func `A rollout whose answers fail is returned by itself, and its links lead back`()
    async throws
  {
    let served = try await serve("{ steps: [100], hold: 604800, answers: 3 }", plan: Self.bad)
    _ = try await served.order(#"{"action":"start"}"#)
    let link = try await served.link()
    #expect(try await served.get(link).status.hasPrefix("5"))
    let visits = Visits { _ = try await served.get(link) }
    let said = try await served.command.until("failed answers of")
    try await visits.end()
    #expect(said.contains("is returned to edition \(served.published): "), "\(said)")
    #expect(try await served.get(link).status == "404")
    #expect(try await served.get("/config", Self.mine).body.contains(#""of":"shop""#))
    let table = try await RunningCommand.ask("GET /rollout", at: served.operators)
    #expect(table.contains(#""state":"returned""#) && table.contains(#""bound":"errors""#))
    #expect(try await served.editions().contains(#""state":"served, pinned""#))
  }

  @Test func `A rollout goes on after a restart, and is returned by an order`() async throws {
    let first = try await serve("{ steps: [100], hold: 604800 }")
    _ = try await first.order(#"{"action":"start"}"#)
    let link = try await first.link()
    try await first.command.stop()
    let second = try await start()
    #expect(second.published == first.published)
    #expect(try await second.get(link).body.contains(#""of":"new""#))
    #expect(try await second.link() == link)
    let again = try await second.order(#"{"action":"start"}"#)
    #expect(again.status == "400" && again.body.contains("is on; finish or return it first"))
    let preview = try await second.order(#"{"action":"return"}"#, "?preview")
    #expect(preview.body.contains("Everybody would get edition \(first.published) again"))
    let returned = try await second.order(#"{"action":"return"}"#)
    #expect(returned.body.contains(#""state":"returned","share":0"#), "\(returned.body)")
    #expect(try await second.get(link).status == "404")
    let audit = try await second.command.until(#"an operator returned it"}"#)
    #expect(audit.contains(#"audit: rollout {"site":"shop""#), "\(audit)")
    try await second.command.stop()
    let third = try await start()
    #expect(try await third.get(link).status == "404")
    let order = try await third.order(#"{"action":"return"}"#)
    #expect(order.status == "400" && order.body.contains("no rollout of shop is on"))
  }

  /// The installations, of forty, that have the edition that is rolled out.
  private func drawn(_ served: Served) async throws -> [Int] {
    var drawn: [Int] = []
    for number in 0..<40 {
      let config = try await served.get("/config", "X-App: installation=\"i\(number)\"\r\n")
      if config.body.contains(#""of":"new""#) { drawn.append(number) }
    }
    return drawn
  }

  @Test
  func `A takeover in the middle of a rollout keeps its step, its time and who has the edition`()
    async throws
  {
    let old = try await serve("{ steps: [20, 50, 100], hold: 604800 }")
    _ = try await old.order(#"{"action":"start"}"#)
    _ = try await old.order(#"{"action":"next"}"#)
    let before = try await drawn(old)
    #expect((1..<40).contains(before.count))
    // As if the step had begun a day ago.
    let path = "\(sites.folder)/state/\(RolloutJournal.fileName)"
    let journal = try String(contentsOfFile: path, encoding: .utf8)
    let since = try #require(journal.firstMatch(of: /"since":([0-9]+)/).flatMap { Int64($0.1) })
    let day = journal.replacing("\"since\":\(since)", with: "\"since\":\(since - 86_400)")
    try day.write(toFile: path, atomically: true, encoding: .utf8)
    let new = try await start(takingOver: old)
    #expect(try await old.command.ended() == 0)
    let table = try await RunningCommand.ask("GET /rollout", at: new.operators)
    let expected =
      #""step":2,"steps":3,"share":0.5,"since":"\#(UnixTime(seconds: since - 86_400))""#
    #expect(table.contains(expected), "\(table)")
    #expect(try await drawn(new) == before)
    let next = try await new.order(#"{"action":"next"}"#)
    #expect(next.body.contains(#""share":10000"#), "\(next.body)")
    withExtendedLifetime(new) {}
  }

  @Test func `A process decides about a rollout only once the process before it has stopped`()
    async throws
  {
    let old = try await serve("{ steps: [20, 100], hold: 604800 }")
    _ = try await old.order(#"{"action":"start"}"#)
    try await old.command.stop()
    let state = "\(sites.folder)/state"
    // The test is the process before, which decides until it gives the lock back.
    var lock: FileLock? = try FileLock("\(state)/\(SiteRollout.lockName)") { _ in nil }
    withExtendedLifetime(lock) {}
    let new = try await start()
    let table = try await RunningCommand.ask("GET /rollout", at: new.operators)
    #expect(table.contains(#""state":"running""#) && table.contains(#""step":1,"#), "\(table)")
    async let order = new.order(#"{"action":"next"}"#)
    let path = "\(state)/\(RolloutJournal.fileName)"
    let journal = try String(contentsOfFile: path, encoding: .utf8)
    try journal.replacing(#""state":"running""#, with: #""state":"returned""#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    lock = nil
    let refused = try await order
    #expect(refused.status == "400", "\(refused.body)")
    #expect(refused.body.contains("no rollout of shop is on"), "\(refused.body)")
    let after = try await RunningCommand.ask("GET /rollout", at: new.operators)
    #expect(after.contains(#""state":"returned""#), "\(after)")
    let config = try await new.get("/config", Self.mine)
    #expect(config.body.contains(#""of":"shop""#), "\(config.body)")
  }

  @Test func `One command rolls out the site of another folder, which is published at the end`()
    async throws
  {
    let rollout = "rollout: { steps: [100], hold: 604800 }"
    try sites.write("shop", rollout)
    try sites.write("draft", rollout)
    let served = try await start()
    let options = ["--admin", "\(served.operators)"]
    func rollOut(_ words: String...) async throws -> Program.Outcome {
      try await Program(BuiltCommand.path).run(["rollout", "start"] + words + options)
    }
    let preview = try await rollOut("--from", "\(sites.folder)/draft", "--preview")
    #expect(preview.output.contains("to 100.0 % of the installations"), "\(preview)")
    let started = try await rollOut("--from", "\(sites.folder)/draft", "--json")
    #expect(started.status == 0 && started.output.contains(#""share":10000"#), "\(started)")
    #expect(try await served.get("/config", Self.mine).body.contains(#""of":"draft""#))
    #expect(try await served.get("/config").body.contains(#""of":"shop""#))
    let finished = try await served.order(#"{"action":"finish"}"#)
    #expect(finished.body.contains(#""state":"finished""#), "\(finished.body)")
    #expect(try await served.get("/config").body.contains(#""of":"draft""#))
    for (words, said) in [
      (["--from", "/nowhere"], "there is no Content/site.json5 in /nowhere on the machine of"),
      (["--from", "nowhere"], "there is no folder nowhere"),
      (["0123456789abcdef", "--from", "/nowhere"], "--from is for start without an edition"),
    ] {
      let wrong = try await Program(BuiltCommand.path).run(["rollout", "start"] + words + options)
      #expect(wrong.status != 0 && wrong.errors.contains(said), "\(wrong)")
    }
    let relative = try await served.order(#"{"action":"start","folder":"draft"}"#)
    #expect(
      relative.body.contains(#"\"folder\" is \"draft\"; expected the whole path of a folder"#),
      "\(relative.body)"
    )
    let both = try await served.order(#"{"action":"start","folder":"/a","edition":"b"}"#)
    #expect(both.body.contains("expected one of them"), "\(both.body)")
  }

  @Test func `A release of the files during a rollout publishes them and ends it`() async throws {
    let served = try await serve("{ steps: [100], hold: 604800 }")
    _ = try await served.order(#"{"action":"start"}"#)
    let released = try await Program(BuiltCommand.path).run([
      "rollback", "--release", "--site", "\(sites.folder)/shop", "--state", "\(sites.folder)/state",
    ])
    #expect(released.status == 0, "\(released)")
    let said = try await served.command.until("it was published meanwhile")
    #expect(said.contains("is finished: it was published meanwhile"), "\(said)")
    #expect(try await served.get("/config").body.contains(#""of":"new""#))
  }

  @Test func `An edition is not rolled out without a declaration, nor with another base URL`()
    async throws
  {
    let served = try await serve("{}", settings: #"baseURL: "https://other.example", "#)
    let other = try await served.order(#"{"action":"start"}"#)
    #expect(other.status == "400" && other.body.contains("differs in baseURL"), "\(other.body)")
    let unknown = try await served.order(#"{"action":"start","edition":"0123456789abcdef"}"#)
    #expect(unknown.body.contains("there is no edition 0123456789abcdef of shop"))
    let same = try await served.order(#"{"action":"start","edition":"\#(served.published)"}"#)
    #expect(same.body.contains("edition \(served.published) is published already"), "\(same.body)")
    let word = try await served.order(#"{"action":"begin"}"#)
    #expect(
      word.body.contains(#"expected \"start\" or \"next\" or \"pause\""#),
      "\(word.body)"
    )
    #expect(try await served.editions().contains(#""state":"served, pinned""#))
    try await served.command.stop()
    try sites.write("plain", "")
    let plain = try RunningCommand(
      sites.arguments(["plain"]) + ["--state", "\(sites.folder)/plain-state"]
    )
    let operators = try await plain.addresses().operators
    let refused = try await RunningCommand.ask(
      "POST /rollout",
      #"{"action":"start"}"#,
      at: operators
    )
    #expect(refused.contains(#"has no \"rollout\" in Content/site.json5"#), "\(refused)")
  }

  @Test func `The command rollout starts a rollout and shows it`() async throws {
    let served = try await serve("{ steps: [20], hold: 604800 }")
    let options = ["--admin", "\(served.operators)"]
    let started = try await Program(BuiltCommand.path).run(["rollout", "start"] + options)
    #expect(started.status == 0 && started.output.contains("share: 2000\n"), "\(started)")
    let shown = try await Program(BuiltCommand.path).run(["rollout"] + options)
    #expect(shown.output.contains("running") && shown.output.contains("20%"), "\(shown)")
    let wrong = try await Program(BuiltCommand.path).run(["rollout", "stop"] + options)
    #expect(wrong.status == 2, "\(wrong)")
  }
}
