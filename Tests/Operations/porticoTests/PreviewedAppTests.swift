// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// What is on the way between a preview and an editor's device.
@Suite(.timeLimit(.minutes(5))) struct `A previewed draft` {
  private let sites = ServedSites()

  /// Serves a site, and shows its files by a preview; returns the path of the link.
  private func serve() async throws -> (
    command: RunningCommand, visitors: SocketAddress, operators: SocketAddress, path: String
  ) {
    try sites.write("shop", "")
    try save("one")
    try sites.put(
      #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
      at: "shop/Content/config.json5"
    )
    let command = try RunningCommand(
      ["--site", "\(sites.folder)/shop"] + RunningCommand.anywhere
    )
    let (visitors, operators) = try await command.addresses()
    let order = #"{"address":"http://\#(visitors)"}"#
    let answer = PlainAnswer(
      try await RunningCommand.ask("POST /previews", order, at: operators)
    )
    let link = try #require(answer.json.text("link"), "\(answer.body)")
    return (command, visitors, operators, String(link.dropFirst("http://\(visitors)".count)))
  }

  private func save(_ word: String) throws {
    try sites.put(
      #"{ datatype: "screen", body: { title: "Draft \#(word)" } }"#,
      at: "shop/Content/home.json5"
    )
  }

  @Test func `A file that is saved is on the screen of an app that shows the draft`() async throws {
    let served = try await serve()
    let app = BuiltCommand.path.replacing(/portico$/, with: "portico-app")
    let child = try ChildProcess(
      "stdbuf",
      ["-oL", app, "preview", "http://\(served.visitors)\(served.path)"]
    )
    let said = Said(child.output)
    try await said.until("Draft one")
    for word in ["two", "three"] {
      let begun = ContinuousClock.now
      try save(word)
      try await said.until("Draft \(word)")
      print("a save was on the app's screen after \(begun.duration(to: .now))")
    }
    let id = try #require(served.path.firstMatch(of: /draft~([0-9a-f]{12})/)?.1)
    _ = try await RunningCommand.ask("DELETE /previews/\(id)", at: served.operators)
    try await said.until("The preview is over.")
    #expect(try await child.ended() == 0)
    withExtendedLifetime(served.command) {}
  }

  @Test func `A real Varnish keeps nothing of a draft`() async throws {
    let served = try await serve()
    let place = "\(served.visitors)".split(separator: ":")
    let varnish = try await RealServer.varnish(settings: ["default_grace=10"]) { _, _ in
      "vcl 4.1;\nbackend default { .host = \"\(place[0])\"; .port = \"\(place[1])\"; }\n"
    }
    func get(_ path: String) async throws -> PlainAnswer {
      let address = varnish.address
      return PlainAnswer(
        try await onThread {
          let socket = try PlainSocket(to: address)
          try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
          return try socket.receiveAll()
        }
      )
    }
    let home = try #require(try await get(served.path).json.text("home"))
    #expect(try await get(home).body.contains("Draft one"))
    try save("two")
    try await waitUntil("the new draft is shown") { try await get(home).body.contains("Draft two") }
    #expect(try await get("\(home)/nothing").status == "404")
    let id = try #require(served.path.firstMatch(of: /draft~([0-9a-f]{12})/)?.1)
    _ = try await RunningCommand.ask("DELETE /previews/\(id)", at: served.operators)
    for path in [served.path, home, "\(home)/nothing"] {
      #expect(try await get(path).status == "410", "\(path)")
    }
    withExtendedLifetime(served.command) {}
  }
}

/// What a program has said so far.
private final class Said {
  private let handle: FileHandle
  private var text = ""

  init(_ handle: FileHandle) { self.handle = handle }

  /// Reads until the program has said something, and forgets what stands before it.
  func until(_ wanted: String) async throws {
    while true {
      if let found = text.firstRange(of: wanted) {
        text = String(text[found.upperBound...])
        return
      }
      let handle = handle
      let data = try await onThread { handle.availableData }
      try #require(!data.isEmpty, "it ended before it said \(wanted): \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }
}
