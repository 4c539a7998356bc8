// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The content that operators see` {
  private let sites = ServedSites()

  private static let settings = """
    { languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: "*" }
    """

  private func json(_ target: String, at operators: SocketAddress) async throws -> DataValue {
    let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
    try #require(answer.status == "200", "\(answer.body)")
    return try answer.json
  }

  private func serve() async throws -> (command: RunningCommand, operators: SocketAddress) {
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    return (command, try await command.addresses().1)
  }

  private func writeSite() throws {
    try sites.write("shop", "")
    try sites.put(Self.settings, at: "shop/Content/site.json5")
    try Files.makeFolder("\(sites.folder)/shop/Locales")
    try sites.put(#"{ "home.hello": "Hello", "home.bye": "Bye" }"#, at: "shop/Locales/en.json")
    try sites.put(#"{ "home.bye": "Adieu" }"#, at: "shop/Locales/fr.json")
    try sites.put(
      #"{ datatype: "home", body: { a: { $t: "home.bye" } } }"#,
      at: "shop/Content/bye.json5"
    )
    try sites.put(
      #"{ datatype: "home", body: { a: { $t: "home.hello" }, b: { $t: "home.bye" } },"#
        + #" variants: [{ id: "soon", when: { from: "2126-01-01T00:00Z" }, body: {} }] }"#,
      at: "shop/Content/home.json5"
    )
  }

  /// Asks for the report until the comparison of the last publication is there.
  private func difference(at operators: SocketAddress) async throws -> DataValue {
    try await waitFor("the editions are compared") {
      let report = try await json("/content", at: operators)
      return report.list("changes").isEmpty ? nil : report
    }
  }

  @Test func `The content report has what the last publication changed, also after a restart`()
    async throws
  {
    try writeSite()
    let (command, operators) = try await serve()
    let first = try await json("/content", at: operators)
    #expect(first.list("changes").isEmpty && first.list("difference").isEmpty)
    let name = try #require(first.list("editions").first?.text("edition"))
    try sites.put(#"{ "home.hello": "Hi", "home.bye": "Bye" }"#, at: "shop/Locales/en.json")
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    func check(_ report: DataValue) {
      let served = report.list("editions").first?.text("edition")
      let changes = report.list("changes")
      #expect(changes.map { $0.text("kind") } == ["documents", "texts", "settings"])
      #expect(changes.map { $0.text("changed") } == ["1", "1", "0"])
      #expect(changes.allSatisfy { $0.text("before") == name && $0.text("edition") == served })
      #expect(
        report.list("difference").map { "\($0.text("kind") ?? "") \($0.text("name") ?? "")" }
          == ["document home", "text home.hello"]
      )
    }
    check(try await difference(at: operators))
    // Editions are kept behind their publication.
    try await waitUntil("both editions are kept") {
      try await json("/content", at: operators).list("editions").count == 2
    }
    try await command.stop()
    let (again, others) = try await serve()
    check(try await difference(at: others))
    withExtendedLifetime(again) {}
  }

  @Test func `The content report has the schedule, the translations and the ends of freshness`()
    async throws
  {
    try writeSite()
    let (command, operators) = try await serve()
    let report = try await json("/content", at: operators)
    let scheduled = try #require(report.list("schedule").first)
    #expect(scheduled.text("time") == "2126-01-01T00:00:00Z")
    #expect(scheduled.text("part") == "variant soon" && scheduled.text("subject") == "home")
    let group = try #require(report.list("translations").first)
    #expect(group.text("group") == "home" && group.text("texts") == "2")
    #expect(group.text("en") == "all" && group.text("fr") == "1 missing")
    #expect(group.text("first") == "home.hello (fr)")
    let expiries = report.list("expiries")
    let documents = expiries.compactMap { $0.text("documents").flatMap { Int($0) } }
    #expect(documents.reduce(0, +) == 3)
    #expect(expiries.allSatisfy { $0.text("counted") == "3" && $0.text("all") == "3" })
    withExtendedLifetime(command) {}
  }

  @Test func `An emergency banner is in the content report, in the health and on the first page`()
    async throws
  {
    try writeSite()
    let (command, operators) = try await serve()
    #expect(try await json("/content", at: operators).list("emergency").isEmpty)
    try sites.put(
      #"{ banner: { en: "We answer slowly today", fr: "Lent" }, hide: "secret/*" }"#,
      at: "shop/Content/emergency.json5"
    )
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    let emergency = try await json("/content", at: operators).list("emergency")
    #expect(
      emergency.map {
        "\($0.text("part") ?? "") \($0.text("language") ?? "") \($0.text("text") ?? "")"
      }
        == ["banner en We answer slowly today", "banner fr Lent", "hide  secret/*"]
    )
    let checks = try await json("/health?verbose", at: operators).list("health")
    let banner = try #require(checks.first { $0.text("check") == "banner" })
    #expect(banner.text("outcome") == "warning")
    #expect(banner.text("reason") == "apps show the emergency banner \"We answer slowly today\"")
    let page = try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/html\r\n\r\n"
      )
      return try socket.receiveAll()
    }
    #expect(page.contains("apps show the emergency banner") && page.contains("href=\"/content\""))
    withExtendedLifetime(command) {}
  }
}
