// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The parts of the configuration` {
  private let sites = ServedSites()

  private func json(_ target: String, at operators: SocketAddress) async throws -> DataValue {
    let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
    try #require(answer.status == "200", "\(answer.body)")
    return try answer.json
  }

  @Test func `Each part has its digest, its source, and who had it loaded`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--cache", "8M"])
    let (_, operators) = try await command.addresses()
    func parts() async throws -> [String: DataValue] {
      let parts = try await json("/config/parts", at: operators).list("configuration")
      return Dictionary(parts.map { ($0.text("part") ?? "", $0) }) { first, _ in first }
    }
    let first = try await parts()
    #expect(first["--cache"]?.text("source") == "command line")
    #expect(first["--cache"]?.text("digest")?.utf8.count == 8)
    #expect(first["--history"] == nil, "an option with its default is no part")
    let settings = try #require(first["shop/settings"])
    #expect(settings.text("source")?.hasSuffix("/shop/Content/site.json5") == true)
    #expect(settings.text("author") == "the start" && settings.text("since") != nil)
    try sites.put("{ datatype: \"a\", body: { a: 2 } }", at: "shop/Content/more.json5")
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    let second = try await parts()
    #expect(second["shop/edition"]?.text("digest") != first["shop/edition"]?.text("digest"))
    #expect(second["shop/settings"]?.text("digest") == settings.text("digest"))
    // The files are watched too, and the first to see the change publishes it.
    let authors = ["an operator", "changed files, or the end of a rollout"]
    #expect(authors.contains(second["shop/edition"]?.text("author") ?? ""))
    withExtendedLifetime(command) {}
  }

  @Test func `A fingerprint of another gateway is compared part by part, differences first`()
    async throws
  {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--cache", "8M"])
    let (_, operators) = try await command.addresses()
    let own = try #require(
      try await json("/config/parts", at: operators).list("fingerprint").first?.text("fingerprint")
    )
    func compared(with text: String) async throws -> [(part: String?, result: String?)] {
      let target = "/config/parts?compare=" + text.replacing(" ", with: "%20")
      return try await json(target, at: operators).list("comparison")
        .map { ($0.text("part"), $0.text("result")) }
    }
    let same = try await compared(with: own)
    #expect(same.count == own.split(separator: " ").count)
    #expect(same.allSatisfy { $0.result == "same" }, "\(same)")
    let words = own.split(separator: " ").filter { !$0.hasPrefix("--cache=") }
      .map { $0.hasPrefix("shop/edition=") ? "shop/edition=0" : String($0) }
    let other = try await compared(with: (words + ["--unknown=0"]).joined(separator: " "))
    let differing = other.filter { $0.result != "same" }.map {
      "\($0.part ?? "") \($0.result ?? "")"
    }
    #expect(differing == ["--cache only here", "shop/edition different", "--unknown only there"])
    #expect(other.prefix(3).allSatisfy { $0.result != "same" })
    withExtendedLifetime(command) {}
  }
}
