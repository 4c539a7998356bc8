// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// A site with users and records behind a declared CDN that names its clients in a field of its own.
@Suite(.timeLimit(.minutes(5))) struct `The address of a client behind a declared edge` {
  private let sites = ServedSites()

  private func serve(
    _ edges: String = #"cdn: { peers: "127.0.0.0/8", client: "True-Client-IP" }"#,
    limits: String = ""
  ) async throws -> (command: RunningCommand, visitors: SocketAddress) {
    try sites.write(
      "shop",
      """
      edges: { \(edges) },
      resources: {
        at: "/v1", open: "read", administerToken: "RECORDS_ADMIN", people: { signUp: true },
        limits: { \(limits) },
      },
      """
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: ["RECORDS_ADMIN": "admin-word"]
    )
    return (command, try await command.addresses().visitors)
  }

  /// Tries to sign in, with a password that is too long to be hashed.
  private func signIn(_ fields: [String], at visitors: SocketAddress) async throws -> String {
    let password = String(repeating: "x", count: 4_000)
    let body = #"{"email":"ann@example.com","password":"\#(password)"}"#
    let all = fields.map { "\($0)\r\n" }.joined()
    let text =
      "POST /v1/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(all)"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return PlainAnswer(try socket.receiveAll()).status
    }
  }

  /// Guesses a password until there are too many attempts; whether that came to pass.
  private func isRefused(
    _ fields: (Int) -> [String],
    at visitors: SocketAddress
  ) async throws -> Bool {
    for number in 0..<200 where try await signIn(fields(number), at: visitors) == "429" {
      return true
    }
    return false
  }

  @Test func `One visitor who guesses passwords does not keep the others from signing in`()
    async throws
  {
    let (command, visitors) = try await serve()
    // What the visitor says of itself does not count.
    let isFirstRefused = try await isRefused(
      { ["True-Client-IP: 203.0.113.1", "X-Forwarded-For: 198.51.100.\($0)"] },
      at: visitors
    )
    #expect(isFirstRefused)
    #expect(try await signIn(["True-Client-IP: 203.0.113.2"], at: visitors) == "401")
    // Of IPv6, a client has a whole network.
    #expect(try await isRefused({ ["True-Client-IP: 2001:db8::\($0)"] }, at: visitors))
    // Nobody is guilty of what comes from visitors that the edge does not name.
    for _ in 0..<20 { #expect(try await signIn([], at: visitors) == "401") }
    withExtendedLifetime(command) {}
  }

  @Test func `A client that no edge stands before is known by its own address`() async throws {
    let (command, visitors) = try await serve(#"cdn: { peers: "192.0.2.0/24" }"#)
    #expect(try await isRefused({ ["X-Forwarded-For: 203.0.113.\($0)"] }, at: visitors))
    withExtendedLifetime(command) {}
  }

  @Test func `Visitors behind one edge have streams of their own`() async throws {
    let (command, visitors) = try await serve(limits: "visitorStreams: 1")
    func open(_ address: String) async throws -> PlainSocket {
      try await onThread {
        let socket = try PlainSocket(to: visitors)
        try socket.send(
          "GET /v1/changes HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
            + "True-Client-IP: \(address)\r\n\r\n"
        )
        return socket
      }
    }
    func status(_ socket: PlainSocket) async throws -> String {
      try await onThread {
        String(try socket.receive(through: "\r\n\r\n").split(separator: " ")[1])
      }
    }
    let first = try await open("203.0.113.1")
    #expect(try await status(first) == "200")
    #expect(try await status(try await open("203.0.113.1")) == "429")
    let other = try await open("203.0.113.2")
    #expect(try await status(other) == "200")
    withExtendedLifetime((command, first, other)) {}
  }
}
