// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The reports for operators` {
  private let sites = ServedSites()

  private func json(_ target: String, at operators: SocketAddress) async throws -> DataValue {
    let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
    try #require(answer.status == "200", "\(answer.body)")
    return try answer.json
  }

  @Test
  func `The content report has editions, languages and findings`() async throws {
    try sites.write("shop", "")
    try sites.put(
      "{ languages: { published: [\"en\", \"fr\"], source: \"en\", default: \"en\" }, roots: \"*\" }",
      at: "shop/Content/site.json5"
    )
    try Files.makeFolder("\(sites.folder)/shop/Locales")
    try sites.put(#"{ "hello": "Hello", "bye": "Bye" }"#, at: "shop/Locales/en.json")
    try sites.put(#"{ "bye": "Adieu" }"#, at: "shop/Locales/fr.json")
    for name in ["hello", "bye"] {
      let path = name == "hello" ? "home" : name
      try sites.put(
        #"{ datatype: "home", body: { a: { $t: "\#(name)" } } }"#,
        at: "shop/Content/\(path).json5"
      )
    }
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (_, operators) = try await command.addresses()
    let first = try await json("/content", at: operators)
    let served = try #require(first.list("editions").first)
    let name = try #require(served.text("edition"))
    #expect(served.text("state") == "served")
    #expect(served.text("number") == "1")
    #expect(served.text("documents") == "3")
    #expect(served.text("source") == "\(sites.folder)/shop")
    #expect(served.text("emergency") == "no")
    let languages = first.list("languages")
    #expect(languages.map { $0.text("language") } == ["en", "fr"])
    #expect(languages.map { $0.text("documents") } == ["3", "2"])
    #expect(languages.map { $0.text("missing") } == ["0", "1"])
    #expect(languages.last?.text("texts")?.hasPrefix("hello (Locales/en.json") == true)
    // A site that cannot be published stays as it is served, and that is reported; the valid one is
    // served before.
    try sites.put("{ datatype: 7 }", at: "shop/Content/home.json5")
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    let broken = try await json("/content", at: operators)
    #expect(broken.list("editions").first?.text("state") == "served; the files have errors")
    let error = try #require(broken.list("findings").first { $0.text("severity") == "error" })
    #expect(error.text("place")?.hasPrefix("Content/home.json5") == true)
    try sites.put(
      #"{ datatype: "home", body: { a: { $t: "hello" }, b: 1 } }"#,
      at: "shop/Content/home.json5"
    )
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    let second = try await json("/content", at: operators)
    let editions = second.list("editions")
    #expect(editions.first?.text("number") == "2")
    #expect(editions.first?.text("edition") != name)
    #expect(editions.dropFirst().contains { $0.text("edition") == name })
    withExtendedLifetime(command) {}
  }

  @Test func `The runtime report has process, loops, threads and options`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--cache", "8M"],
      loops: 2
    )
    let (visitors, operators) = try await command.addresses()
    let client = try PlainSocket(to: visitors)
    try client.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = try await onThread { try client.receive(through: "\r\n\r\n") }
    let runtime = try await json("/runtime", at: operators)
    let process = Dictionary(
      runtime.list("process").map { ($0.text("name") ?? "", $0) },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(process["version"]?["value"] != nil)
    #expect(process["descriptors"]?["limit"] != nil)
    #expect(process["connections"]?.text("value") == "1")
    #expect(process["caches"]?.text("limit") == "\(8 << 20)")
    let loops = runtime.list("loops")
    #expect(loops.map { $0.text("loop") } == ["0", "1"])
    #expect(loops.compactMap { $0.text("connections") }.sorted() == ["0", "1"])
    #expect(runtime.list("threads").contains { $0.text("name") == "loop-1" })
    let options = Dictionary(
      runtime.list("options").map { ($0.text("option") ?? "", $0) },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(options["--cache"]?.text("value") == "8M")
    #expect(options["--cache"]?.text("origin") == "command line")
    #expect(options["--loops"]?.text("value") == "2")
    #expect(options["--history"]?.text("value") == "512M")
    #expect(options["--history"]?.text("origin") == "default")
    withExtendedLifetime(client) {}
    withExtendedLifetime(command) {}
  }

  @Test func `The health report has each check with its reason`() async throws {
    try sites.write(
      "shop",
      #"backends: { stock: { addresses: "http://127.0.0.1:9", health: false } }, "#
        + #"passes: { "/stock": { backend: "stock" } }"#
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    let plain = PlainAnswer(try await RunningCommand.ask("GET /health", at: operators))
    #expect(plain.status == "200")
    #expect(plain.body.isEmpty)
    let checks = try await json("/health?verbose", at: operators).list("health")
    let reasons = Dictionary(
      checks.map { ($0.text("check") ?? "", $0) },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(reasons["edition"]?.text("outcome") == "ok")
    #expect(reasons["edition"]?.text("reason")?.contains("with 1 document is served since") == true)
    #expect(
      reasons["backend stock"]?.text("reason")
        == "its circuit is closed; its endpoint gets calls"
    )
    #expect(reasons["state"]?.text("outcome") == "ok")
    #expect(reasons["descriptors"]?.text("outcome") == "ok")
    #expect(reasons["loops"] != nil)
    #expect(reasons["history"]?.text("outcome") == "ok")
    try sites.put("{ datatype: 7 }", at: "shop/Content/config.json5")
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    let edition = try await json("/health?verbose", at: operators).list("health").first
    #expect(edition?.text("outcome") == "warning")
    #expect(edition?.text("reason")?.contains("is served still: the files have ") == true)
    withExtendedLifetime(command) {}
  }

  @Test
  func `The health answers 503 with the reason while a site has nothing to serve`() async throws {
    try sites.write("shop", #"hosts: "a.example""#)
    try sites.write("garden", "")
    try sites.put("{ datatype: 7 }", at: "garden/Content/config.json5")
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let (_, operators) = try await command.addresses()
    for target in ["/health", "/health?verbose"] {
      let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
      #expect(answer.status == "503")
      #expect(answer.body.contains("garden"))
      #expect(target == "/health" || answer.body.contains("nothing is published: the files have"))
    }
    withExtendedLifetime(command) {}
  }
}
