// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A cache persisted across restarts` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/restart" }
  /// Keeps the service's port when it is gone, so that nobody else answers there.
  private let port: ReservedPort

  init() throws { port = try ReservedPort() }

  /// A site with one document that says everything itself.
  private func startService() async throws -> (RunningCommand, SocketAddress) {
    try write(
      "back/Content/site.json5",
      #"{ languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"] }"#
    )
    try write("back/Content/config.json5", #"{ datatype: "config", body: {} }"#)
    try write("back/Content/rose.json5", #"{ datatype: "x", body: { title: "Rose" } }"#)
    let service = try RunningCommand(
      ["--site", "\(folder)/back", "--listen", "\(port.address)", "--admin", "127.0.0.1:0"]
    )
    return (service, try await service.addresses().visitors)
  }

  /// A site with a plan that asks the service.
  private func declareSite(_ service: SocketAddress) throws {
    try write(
      "front/Content/site.json5",
      """
      {
        languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
        backends: { shop: { addresses: "http://\(service)", timeout: "30s" } },
      }
      """
    )
    try write("front/Content/config.json5", #"{ datatype: "config", body: {} }"#)
    try write(
      "front/Content/plan.json5",
      """
      {
        datatype: "x", tags: ["roses"], budget: "30s",
        calls: { rose: { backend: "shop", path: "/rose" } },
        body: { title: { $pick: "$.rose.title" } },
      }
      """
    )
  }

  private func write(_ path: String, _ text: String) throws {
    let path = "\(folder)/\(path)"
    try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try Files.write(Array(text.utf8), to: path)
  }

  private func startSite() throws -> RunningCommand {
    try RunningCommand(
      ["--site", "\(folder)/front", "--state", "\(folder)/state", "--keep-cache"]
        + RunningCommand.anywhere
    )
  }

  private func plan(of site: RunningCommand) async throws -> String {
    try await RunningCommand.ask("GET /plan", at: try await site.addresses().visitors)
  }

  /// Lets a site answer and end; both it and its service are gone then.
  private func keepAnswers() async throws {
    let (service, address) = try await startService()
    try declareSite(address)
    let site = try startSite()
    let answer = try await plan(of: site)
    try #require(answer.contains(#""title":"Rose""#), "\(answer)")
    try await site.stop()
    // The answer, and the fragment that it is made of.
    _ = try await site.until("portico: 2 cached answers are saved\n")
    try await service.stop()
  }

  @Test
  func `A persisted answer is served after a restart when the services are gone`() async throws {
    try await keepAnswers()
    let second = try startSite()
    _ = try await second.until("portico: 2 cached answers are restored\n")
    let kept = try await plan(of: second)
    #expect(kept.contains(#""title":"Rose""#))
    #expect(kept.contains("max-age=0"), "nobody has said that it is still so: \(kept)")
  }

  @Test
  func `A purged answer is not restored, even if the process was killed`() async throws {
    try await keepAnswers()
    let second = try startSite()
    let purge = try await RunningCommand.ask(
      "POST /purge",
      #"{ "all": true, "hard": true }"#,
      at: try await second.addresses().operators
    )
    #expect(purge.contains(#""state":"done""#), "\(purge)")
    try await second.stop(atOnce: true)
    let answer = try await plan(of: try startSite())
    #expect(answer.hasPrefix("HTTP/1.1 502"), "\(answer)")
  }

  @Test func `The persisted cache is given up if its purges cannot be read`() async throws {
    try await keepAnswers()
    // A line that a crash has cut off.
    try Files.write([40, 0, 0, 0, 0x7B], to: "\(folder)/state/cache.purges")
    let answer = try await plan(of: try startSite())
    #expect(answer.hasPrefix("HTTP/1.1 502"), "\(answer)")
  }
}
