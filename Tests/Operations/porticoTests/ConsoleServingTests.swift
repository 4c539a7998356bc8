// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The console at the operators' listener` {
  private let sites = ServedSites()

  private func serve(_ options: [String] = []) async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + options)
    return (command, try await command.addresses().operators)
  }

  /// The answer to a browser.
  private func browse(
    _ target: String,
    _ fields: String = "",
    host: String = "localhost",
    at operators: SocketAddress
  ) async throws -> String {
    try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(fields)"
          + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n\r\n"
      )
      return try socket.receiveAll()
    }
  }

  @Test
  func `An operators' address answers a browser with a page and others with JSON`() async throws {
    let (command, operators) = try await serve()
    let page = try await browse("/backends", at: operators)
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("content-type: text/html"))
    #expect(page.contains("vary: accept\r\n") && page.contains("<title>Backends · Portico</title>"))
    let json = try await RunningCommand.ask("GET /backends", at: operators)
    #expect(json.contains("content-type: application/json") && json.contains("{\"backends\":["))
    // The first page has no report behind it.
    let first = try await RunningCommand.ask("GET /", at: operators)
    #expect(first.hasPrefix("HTTP/1.1 200 ") && first.contains("content-type: text/html"))
    let none = try await RunningCommand.ask("GET /nowhere", at: operators)
    #expect(none.hasPrefix("HTTP/1.1 404 ") && none.contains("there are /metrics"))
    withExtendedLifetime(command) {}
  }

  @Test
  func `Pages, reports, metrics and the stylesheet are compressed where the client accepts it`()
    async throws
  {
    let (command, operators) = try await serve()
    let style = try #require(
      try await browse("/", at: operators).firstMatch(of: /href="(\/console\/[^"]+css[^"]+)"/)?.1
    )
    for target in ["/", "/routes", "/backends", "/metrics", String(style)] {
      let plain = try await browse(target, at: operators)
      #expect(!plain.contains("content-encoding:"), "\(target)")
      for coding in ["gzip", "br", "zstd"] {
        let coded = try await onThread {
          let socket = try PlainSocket(to: operators)
          try socket.send(
            "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Accept: text/html\r\nAccept-Encoding: \(coding)\r\n\r\n"
          )
          var bytes: [UInt8] = []
          while case let part = try socket.receive(), !part.isEmpty { bytes += part }
          return bytes
        }
        let head = String(decoding: coded.prefix(2_000), as: UTF8.self).lowercased()
        #expect(head.contains("content-encoding: \(coding)\r\n"), "\(target)")
        #expect(head.contains("vary: accept-encoding"), "\(target)")
        #expect(
          coded.count < plain.utf8.count * 3 / 4,
          "\(target): \(coded.count) of \(plain.utf8.count)"
        )
      }
    }
    let small = try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n"
      )
      return try socket.receiveAll()
    }
    #expect(!small.contains("content-encoding"))
    withExtendedLifetime(command) {}
  }

  @Test func `A console page loads nothing foreign, runs nothing inline and is not framed`()
    async throws
  {
    let (command, operators) = try await serve()
    let page = try await browse("/", at: operators)
    #expect(
      page.contains(
        "content-security-policy: default-src 'self'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'; object-src 'none'\r\n"
      )
    )
    #expect(page.contains("x-content-type-options: nosniff\r\n"))
    #expect(!page.contains(" style=") && !page.contains("<style") && !page.contains("://"))
    #expect(
      page.matches(of: /<script/).count
        == page.matches(of: /<script src="\/console\/[^"]+" defer><\/script>/).count
    )
    let files = page.matches(of: /(?:href|src)="(\/console\/[^"]+)"/).map { String($0.1) }
    #expect(files.count == 3)
    for file in files {
      let text = try await browse(file, at: operators)
      #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("immutable"), "\(file)")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The console answers 403 to a foreign Host and to cross-site requests`() async throws {
    let (command, operators) = try await serve()
    #expect(try await browse("/", host: "evil.example", at: operators).hasPrefix("HTTP/1.1 403 "))
    let other = "Sec-Fetch-Site: cross-site\r\n"
    #expect(try await browse("/", other, at: operators).hasPrefix("HTTP/1.1 403 "))
    withExtendedLifetime(command) {}
  }

  @Test func `The command serve tells the console's address at the start`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let greeting = try await command.until("Console: http://127.0.0.1:", errors: false)
    #expect(greeting.contains("Operators: "))
  }
}
