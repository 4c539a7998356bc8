// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Testing

/// Plays with `portico-app` as its user does, in front of the sample shop.
@Suite(.timeLimit(.minutes(5))) struct `The sample app` {
  /// A user at the terminal of the app.
  private final class User: Sendable {
    private let app: ChildProcess
    private static let prompt = "q(uit) > "

    init(of shop: SampleShop, in folder: String) throws {
      let program = URL(fileURLWithPath: BuiltCommand.path).deletingLastPathComponent()
        .appendingPathComponent("portico-app").path
      // A pipe is no terminal, into which the prompt would be written at once.
      app = try ChildProcess(
        "stdbuf",
        [
          "-o0", program, "http://\(shop.visitors)/config", folder, "en",
          "app=\"com.example.flowers\", version=2.0, country=CA",
        ]
      )
    }

    deinit { app.signal(SIGTERM) }

    /// Returns what the app shows until it waits for its user, or ends.
    func sees() async throws -> String {
      let handle = app.output
      return try await onThread {
        var bytes = Data()
        while true {
          let text = String(decoding: bytes, as: UTF8.self)
          if text.hasSuffix(User.prompt) { return String(text.dropLast(User.prompt.count)) }
          let data = handle.availableData
          guard !data.isEmpty else { return text }
          bytes += data
        }
      }
    }

    /// Types a line, and returns what the app shows then.
    func types(_ line: String) async throws -> String {
      try app.input.write(contentsOf: Data("\(line)\n".utf8))
      return try await sees()
    }

    /// Chooses the action that has a title on a page.
    func chooses(_ title: String, on page: String) async throws -> String {
      let pattern = try Regex("\\[([0-9]+)\\] *\(title)", as: (Substring, Substring).self)
      let number = try #require(page.firstMatch(of: pattern)?.1, "\(title) is not on \(page)")
      return try await types(String(number))
    }

    /// Reloads until the app shows a text, or no longer does, since the service may learn of it a little later.
    func reloads(until text: String, isThere: Bool = true) async throws -> String {
      let (clock, begin) = (ContinuousClock(), ContinuousClock.now)
      while true {
        let page = try await types("r")
        if page.contains(text) == isThere { return page }
        try #require(begin.duration(to: clock.now) < .seconds(60), "\(text), \(isThere): \(page)")
      }
    }

    /// Quits, and returns the status of the app.
    func quits() async throws -> Int32 {
      _ = try await types("q")
      return try await app.ended()
    }
  }

  @Test(arguments: [false, true])
  func `The sample app goes on through faults, editions, gates and closings, and starts offline`(
    behindVarnish: Bool
  ) async throws {
    let shop = try await SampleShop(behindVarnish: behindVarnish) { folder in
      let settings = try folder.text(of: "Content/site.json5")
      // A document is asked for again a second after it was fetched.
      try folder.put(
        settings.replacing("defaults: { ttl: 300", with: "defaults: { ttl: 1"),
        at: "Content/site.json5"
      )
    }
    let folder = ServedSites()
    let user = try User(of: shop, in: folder.folder)
    let home = try await user.sees()
    #expect(home.contains("Flowers for every day") && home.contains("54.99"), "\(home)")

    // A service fails: its part is missing, and the rest is there.
    let items = try await user.chooses("All flowers", on: home)
    try await shop.order("PUT", "127.0.0.1:9003/_faults", #"{"break":"reset"}"#)
    let title = try #require(items.firstMatch(of: /\[4\] (.*\S) {2}/)?.1)
    let degraded = try await user.types("4")
    let missing = "Some of this is missing or old."
    #expect(degraded.contains(title) && degraded.contains(missing), "\(degraded)")
    try await shop.order("DELETE", "127.0.0.1:9003/_faults")
    let whole = try await user.reloads(until: missing, isThere: false)
    #expect(whole.contains(title) && whole.count > degraded.count - missing.count, "\(whole)")

    // Another language keeps what came in the one before.
    let french = try await user.types("l fr-CA, fr")
    #expect(french.contains("Des fleurs pour tous les jours"), "\(french)")
    #expect(try await user.types("l en").contains("Flowers for every day"))

    // A document is edited and published, and shown between two screens.
    let link = #"{ datatype: "link", title: { $t: "home.all" }"#
    let news = #"{ datatype: "link", title: "Tulips are here", url: { $ref: "items" } },"#
    try shop.edit("Content/screens/home.json5", replacing: link, with: news + link)
    let edited = try await user.reloads(until: "Tulips are here")
    #expect(edited.contains("All flowers"), "\(edited)")

    // The version must be replaced, and then need not.
    try shop.edit("Content/site.json5", replacing: "minimum: \"1.0\"", with: "minimum: \"3.1\"")
    let ended = try await user.reloads(until: "This version has come to its end")
    #expect(ended.contains("https://apps.example.com/flowers") && !ended.contains("All flowers"))
    try shop.edit("Content/site.json5", replacing: "minimum: \"3.1\"", with: "minimum: \"1.0\"")
    #expect(try await user.reloads(until: "All flowers").contains("Version 3.1 is there"))

    // The site is closed, and opened again.
    let closing = #"{"on": true, "message": "Back at noon", "for": "30m"}"#
    try await shop.order("POST", "\(shop.operators)/maintenance", closing)
    let closed = try await user.reloads(until: "Closed: Back at noon")
    #expect(!closed.contains("All flowers"), "\(closed)")
    try await shop.order("POST", "\(shop.operators)/maintenance", #"{"on": false}"#)
    let open = try await user.reloads(until: "All flowers")
    #expect(open.contains("Tulips are here"))
    #expect(try await user.quits() == 0)

    // Nothing answers, and the last screens are there.
    try await shop.stopGateway()
    let offline = try User(of: shop, in: folder.folder)
    let kept = try await offline.sees()
    #expect(kept.contains("Tulips are here"), "\(kept)")
    let later = try await offline.types("r")
    #expect(later.contains("The service does not answer.") && later.contains("Tulips are here"))
    #expect(try await offline.quits() == 0)
  }
}
