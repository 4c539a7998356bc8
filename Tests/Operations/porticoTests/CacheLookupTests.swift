// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The lookup of a URL in the cache` {
  private let sites = ServedSites()

  private func serve() async throws -> (RunningCommand, SocketAddress, SocketAddress) {
    try sites.write("shop", #"hosts: "a.example""#)
    try sites.write("garden", "")
    let command = try RunningCommand(sites.arguments(["shop", "garden"]))
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func answer(_ query: String, at operators: SocketAddress) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask("GET /cache/lookup?\(query)", at: operators))
  }

  @Test
  func `The cache lookup finds an answer in the coding in which it was asked for`() async throws {
    let (command, visitors, operators) = try await serve()
    let url = "url=http://a.example/config&as=en,country=CA"
    let before = try #require(try await answer(url, at: operators).json.list("lookup").first)
    #expect(before.text("state") == "not kept")
    _ = try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(
        "GET /config HTTP/1.1\r\nHost: a.example\r\nAccept-Language: en\r\nX-App: country=CA\r\n"
          + "Accept-Encoding: gzip, br\r\nConnection: close\r\n\r\n"
      )
      return try socket.receiveAll()
    }
    let after = try #require(try await answer(url, at: operators).json.list("lookup").first)
    #expect(after.text("site") == "shop")
    #expect(after.text("part") == "answer")
    #expect(after.text("route") == "config")
    #expect(after.text("state") == "fresh")
    #expect(after.text("why") == "It is kept, and fresh.")
    #expect(after["age"] != nil)
    #expect(after["ttl"] != nil)
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    ("", "\"url\" is missing; expected one such as https://www.example.com/items/7, or a path"),
    ("url=ftp://a/b", "\"url\" is ftp://a/b; expected one such as"),
    ("url=/config&site=shop&as=device=sofa", "\"as\" has device=sofa; expected"),
    ("url=/config&site=shop&as=colour=red", "\"as\" has colour, which means nothing; expected"),
    ("url=/config&site=shop&as=!", "\"as\" is !; expected languages such as fr-CA, or app=,"),
    ("url=/config&site=shop&from=home", "\"from\" is home; expected an address"),
    ("url=/config&who=me", "\"who\" means nothing; expected url, as, accept, encoding, from, site"),
    ("url=/config", "\"site\" is missing; expected \"shop\", \"garden\""),
    ("url=/config&site=sop", "there is no site \"sop\"; did you mean \"shop\"?"),
  ])
  func `A wrong cache lookup answers 400 with what was expected`(
    query: String,
    message: String
  ) async throws {
    let (command, _, operators) = try await serve()
    let refused = try await answer(query, at: operators)
    #expect(refused.status == "400")
    #expect(refused.body.replacing("\\\"", with: "\"").contains(message), "\(refused.body)")
    withExtendedLifetime(command) {}
  }
}
