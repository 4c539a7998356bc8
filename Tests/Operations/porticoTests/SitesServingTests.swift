// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that serves several sites` {
  private let sites = ServedSites()

  /// The answer to a request for a host: the site's name, or the status.
  private func asked(_ host: String, at address: SocketAddress) async throws -> String {
    let answer = PlainAnswer(
      try await RunningCommand.ask("GET /config", host: host, at: address)
    )
    return answer.body.firstMatch(of: /"of":"([a-z]+)"/).map { String($0.1) } ?? answer.status
  }

  @Test func `Several sites answer at their hosts over both versions of HTTP`() async throws {
    try sites.write("shop", #"hosts: ["shop.example", "*.shop.example"]"#)
    try sites.write("garden", #"name: "flowers", hosts: "garden.example""#)
    try sites.write("blog", "")
    let command = try RunningCommand(sites.arguments(["shop", "garden", "blog"]))
    let address = try await command.addresses().visitors
    #expect(try await asked("Shop.example", at: address) == "shop")
    #expect(try await asked("a.b.shop.example:8080", at: address) == "shop")
    #expect(try await asked("garden.example.", at: address) == "garden")
    #expect(try await asked("other.example", at: address) == "blog")
    for (host, site) in [("a.shop.example", "shop"), ("garden.example", "garden"), ("a", "blog")] {
      let outcome = try await Program("curl").run([
        "-s", "--http2-prior-knowledge", "-w", "%{http_version}", "-H", "Host: \(host)",
        "http://\(address)/config",
      ])
      #expect(outcome.output.contains(#""of":"\#(site)""#) && outcome.output.hasSuffix("2"))
    }
    withExtendedLifetime(command) {}
  }

  @Test func `Several sites can be told apart by the listener's port`() async throws {
    try sites.write("shop", "hosts: \"shop.example\"")
    try sites.write("garden", "hosts: \"garden.example\"")
    let command = try RunningCommand(
      ["shop", "garden"].flatMap { ["--site", "\(sites.folder)/\($0)"] }
        + ["--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0"]
    )
    let places = try await command.places(until: "Try:").prefix(2).map { $0 }
    try #require(places.count == 2)
    let (first, second) = (places[0].port, places[1].port)
    _ = try await command.until("portico: garden: edition ")
    try sites.write("shop", "hosts: \"127.0.0.1:\(first)\"")
    _ = try await command.until("portico: shop: edition ")
    try sites.write("garden", "hosts: \"127.0.0.1:\(second)\"")
    _ = try await command.until("portico: garden: edition ")
    #expect(try await asked("127.0.0.1:\(first)", at: places[0]) == "shop")
    #expect(try await asked("127.0.0.1:\(second)", at: places[1]) == "garden")
    #expect(try await asked("127.0.0.1", at: places[1]) == "421")
    withExtendedLifetime(command) {}
  }

  @Test func `Each of several sites has a state folder and a token secret of its own`() async throws
  {
    try sites.write("shop", #"hosts: "shop.example""#)
    try sites.write("garden", #"name: "flowers", hosts: "garden.example""#)
    let state = ["--state", "\(sites.folder)/state", "--keep-cache"]
    let command = try RunningCommand(sites.arguments(["shop", "garden"]) + state)
    _ = try await command.addresses()
    try await command.stop()
    let said = try await command.until("portico: flowers: 0 cached answers are saved\n")
    #expect(said.contains("portico: shop: 0 cached answers are saved\n"))
    for name in ["shop", "flowers"] {
      for file in ["editions", "token-secret", "purges.jsonl", "cache.snapshot"] {
        #expect(Files.exists("\(sites.folder)/state/\(name)/\(file)"), "\(name) has no \(file)")
      }
      #expect(!Files.exists("\(sites.folder)/\(name)/.portico"))
    }
    let secrets = try ["shop", "flowers"].map {
      try Files.read("\(sites.folder)/state/\($0)/token-secret")
    }
    #expect(secrets[0] != secrets[1])
  }

  @Test func `A single site's state is directly in the state folder`() async throws {
    try sites.write("shop", #"name: "flowers""#)
    let state = ["--state", "\(sites.folder)/state"]
    let command = try RunningCommand(sites.arguments(["shop"]) + state)
    _ = try await command.addresses()
    let said = try await command.until("is served\n")
    #expect(said.hasPrefix("portico: edition "))
    try await command.stop()
    #expect(Files.exists("\(sites.folder)/state/editions"))
  }

  @Test
  func `A broken site does not affect the others and is served once mended`() async throws {
    try sites.write("shop", #"hosts: "shop.example""#)
    try sites.write("garden", #"hosts: "garden.example", mistake: 1"#)
    try sites.write("blog", "")
    let command = try RunningCommand(sites.arguments(["shop", "garden", "blog"]))
    let (visitors, operators) = try await command.addresses()
    let said = try await command.until("portico: blog: edition ")
    #expect(said.contains("\(sites.folder)/garden/Content/site.json5:1:"))
    #expect(said.contains("portico: garden: it has errors and is not published"))
    #expect(try await asked("shop.example", at: visitors) == "shop")
    #expect(try await asked("other.example", at: visitors) == "blog")
    // Its hosts stay its own while nothing can be said for it.
    #expect(try await asked("garden.example", at: visitors) == "503")
    let unready = PlainAnswer(try await RunningCommand.ask("GET /ready", at: operators))
    #expect(unready.status == "503")
    #expect(unready.body.contains("nothing is published yet of garden"))

    try sites.write("garden", #"hosts: "garden.example""#)
    _ = try await command.until("portico: garden: edition ")
    #expect(try await asked("garden.example", at: visitors) == "garden")
    let ready = PlainAnswer(try await RunningCommand.ask("GET /ready", at: operators))
    #expect(ready.status == "200")
  }

  @Test
  func `The reason why a site cannot be published is logged once`() async throws {
    try sites.write("shop", #"hosts: "shop.example""#)
    try sites.write("garden", #"hosts: "garden.example""#)
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let operators = try await command.addresses().operators
    _ = try await command.until("portico: garden: edition ")
    try sites.put("{ mistake: 1 }", at: "garden/Content/site.json5")
    _ = try await command.until("cannot be published\n")
    for _ in 0..<3 {
      let reply = try await RunningCommand.ask("POST /reload", "{}", at: operators)
      #expect(reply.contains("mistake"))
    }
    try sites.write("garden", #"hosts: "b.example""#)
    let said = try await command.until("portico: garden: edition ")
    #expect(!said.contains("cannot be published"), "\(said)")
    let rest = try await command.until("is served")
    #expect(!rest.contains("cannot be published"), "\(rest)")
  }

  @Test func `A site whose folder comes later is served`() async throws {
    try sites.write("shop", #"hosts: "shop.example""#)
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let visitors = try await command.addresses().visitors
    #expect(try await asked("garden.example", at: visitors) == "421")
    try sites.write("later/garden", #"hosts: "garden.example""#)
    for part in ["Locales", "Content"] where Files.exists("\(sites.folder)/later/garden/\(part)") {
      try FileManager.default.moveItem(
        atPath: "\(sites.folder)/later/garden/\(part)",
        toPath: "\(sites.folder)/garden/\(part)"
      )
    }
    _ = try await command.until("portico: garden: edition ")
    #expect(try await asked("garden.example", at: visitors) == "garden")
  }

  @Test(arguments: [
    (#"hosts: "a.example""#, #"hosts: "A.example.""#, #"the host "a.example" is the site "one"'s"#),
    ("", "", #"there are no "hosts", and the site "one" has none either"#),
    (
      #"hosts: "a.example", name: "x""#, #"hosts: "b.example", name: "x""#,
      #"are both called "x"; expected a "name""#
    ),
    (
      #"hosts: "a.example""#, #"hosts: "a.example", mistake: 1"#,
      #"the host "a.example" is the site "one"'s"#
    ),
  ])
  func `Two sites that cannot be told apart are refused at the start`(
    one: String,
    two: String,
    why: String
  ) async throws {
    try sites.write("one", one)
    try sites.write("two", two)
    let outcome = try await Program(BuiltCommand.path).run(
      ["serve"] + sites.arguments(["one", "two"])
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
  }

  @Test func `The command serve fails if no site can be published`() async throws {
    try sites.write("one", #"hosts: "a.example", mistake: 1"#)
    try sites.write("two", #"hosts: "b.example", mistake: 1"#)
    let outcome = try await Program(BuiltCommand.path).run(
      ["serve"] + sites.arguments(["one", "two"])
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("portico: the site has 1 error;"), "\(outcome.errors)")
  }

  @Test func `Too small a cache and too many sites are refused`() async throws {
    try sites.write("one", "")
    let small = try await Program(BuiltCommand.path).run(
      ["serve", "--cache", "1M"] + sites.arguments(["one", "one"])
    )
    #expect(small.status == 2)
    #expect(small.errors.contains("--cache is too little for 2 sites; expected 1M for each"))
    let many = try await Program(BuiltCommand.path).run(
      ["serve"] + sites.arguments([String](repeating: "one", count: 65))
    )
    #expect(many.status == 2)
    #expect(many.errors.contains("--site is given 65 times; expected at most 64 sites"))
  }

  @Test func `A host moves from one site to another, whichever is published first`() async throws {
    try sites.write("shop", #"hosts: ["shop.example", "sale.example"]"#)
    try sites.write("garden", #"hosts: "garden.example""#)
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let visitors = try await command.addresses().visitors
    _ = try await command.until("portico: garden: edition ")
    try sites.write("garden", #"hosts: ["garden.example", "sale.example"]"#)
    let refusal = try await command.until("cannot be published\n")
    #expect(
      refusal.contains(
        #"/garden/Content/site.json5:1:104: error: the host "sale.example" is the site "shop"'s"#
      ),
      "\(refusal)"
    )
    #expect(try await asked("sale.example", at: visitors) == "shop")
    try sites.write("shop", #"hosts: "shop.example""#)
    _ = try await command.until("portico: garden: edition ")
    #expect(try await asked("sale.example", at: visitors) == "garden")
  }
}
