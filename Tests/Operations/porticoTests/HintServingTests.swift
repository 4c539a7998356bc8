// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import PorticoClient
import PorticoClientHTTP
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Hints of a running gateway` {
  private let sites = ServedSites()

  /// Writes what an earlier process has learned: after 80 of 100 visits to the config document, `more` was
  /// asked for.
  private func writeLearned() throws {
    let hour = Int(Date().timeIntervalSince1970) / 3_600
    let bits = String(UInt64.max, radix: 16)
    try Files.makeFolder("\(sites.folder)/state")
    try sites.put(
      """
      {"format":"portico next","version":1,"hour":\(hour)}
      {"route":"config","visits":100000,"next":[{"route":"more","count":80000,"ahead":0,\
      "visitors":"\(bits)","earlier":"0"},{"route":"rare","count":9000,"ahead":0,"visitors":"\(bits)",\
      "earlier":"0"},{"route":"new","count":90000,"ahead":0,"visitors":"3","earlier":"0"}]}

      """,
      at: "state/next"
    )
  }

  private func serve(_ settings: String) throws -> RunningCommand {
    try sites.write("shop", settings)
    try sites.put("{ datatype: \"a\", body: { a: 2 } }", at: "shop/Content/more.json5")
    return try RunningCommand(sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"])
  }

  @Test func `What was learned before a restart is in answers, and its reasons in the report`()
    async throws
  {
    try writeLearned()
    let command = try serve("hints: { visitors: 20 },")
    let (visitors, operators) = try await command.addresses()
    let answer = try await RunningCommand.ask("GET /config", at: visitors)
    #expect(answer.contains("\r\nlink: </more>; rel=prefetch; pr=0.80\r\n"), "\(answer)")
    let report = try PlainAnswer(try await RunningCommand.ask("GET /hints", at: operators)).json
    let rows = report.list("hints").map { "\($0.text("next") ?? ""): \($0.text("hint") ?? "")" }
    #expect(rows == ["new: no: too few visitors", "more: yes", "rare: no: too small a share"])
    #expect(report.list("settings").first?.text("visitors") == "20")
  }

  @Test func `A client fetches what an answer names, and the metrics have the use that it reports`()
    async throws
  {
    try writeLearned()
    let command = try serve(
      #"hints: { visitors: 20 }, beacon: { path: "beacon" }, "#
        + #"apps: { "com.example.shop": { versions: ["2.3"] } },"#
    )
    let (visitors, operators) = try await command.addresses()
    let url = try #require(WebAddress("http://\(visitors)/config"))
    let client = Client(
      Environment(name: "production", configURL: url),
      fields: ["X-App": #"app="com.example.shop", version=2.3"#],
      transport: try HTTPTransport()
    )
    let prefetcher = Prefetcher(client)
    let reporter = Reporter(client, path: "/beacon", prefetcher: prefetcher)
    await prefetcher.restore()
    _ = try await client.launch("/config").answer
    try await waitUntil("the next document has come") { prefetcher.figures.requests == 1 }
    #expect(try await client.launch("/more").answer.source == .copy)
    await reporter.flush()
    let bytes = prefetcher.figures.bytes
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    let figures = [
      "prefetches": 1, "useful_prefetches": 1, "prefetched_bytes": bytes,
      "useful_prefetched_bytes": bytes,
    ]
    for (name, figure) in figures {
      let labels = #"{site="shop",app="com.example.shop",version="2.3"}"#
      #expect(metrics.contains("\nportico_app_\(name)_total\(labels) \(figure)\n"))
    }
  }

  @Test(arguments: [true, false])
  func `The explanation of an answer has the hints that a visitor gets, and none without settings`(
    hasSettings: Bool
  ) async throws {
    try writeLearned()
    let command = try serve(hasSettings ? "hints: { visitors: 20 }," : "")
    let (_, operators) = try await command.addresses()
    let answer = try await RunningCommand.ask("GET /explain?path=config", at: operators)
    let fields = try PlainAnswer(answer).json.list("fields")
    let links = fields.filter { $0.text("field") == "link" }.map { $0.text("value") }
    #expect(links == (hasSettings ? ["</more>; rel=prefetch; pr=0.80"] : []), "\(answer)")
    let report = try PlainAnswer(try await RunningCommand.ask("GET /hints", at: operators)).json
    #expect(report.list("settings").count == (hasSettings ? 1 : 0))
  }

  @Test func `A site without hints shows none and keeps the file as it was`() async throws {
    try writeLearned()
    let before = try sites.text(of: "state/next")
    let command = try serve("")
    let (visitors, operators) = try await command.addresses()
    let answer = try await RunningCommand.ask("GET /config", at: visitors)
    #expect(!answer.contains("\r\nlink:"))
    let report = try PlainAnswer(try await RunningCommand.ask("GET /hints", at: operators)).json
    #expect(report.list("hints").isEmpty && report.list("settings").isEmpty)
    try await command.stop()
    #expect(try sites.text(of: "state/next") == before)
  }
}
