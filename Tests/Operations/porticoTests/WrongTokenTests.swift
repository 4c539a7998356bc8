// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A guess at the operators' token` {
  private static let word = "0123456789abcdef-~+/="

  private let sites = ServedSites()

  private func serve(_ options: [String] = []) async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    try sites.put("\(Self.word)\n", at: "admin-token")
    let token = ["--admin-token", "\(sites.folder)/admin-token"]
    let command = try RunningCommand(sites.arguments(["shop"]) + token + options)
    return (command, try await command.addresses().operators)
  }

  private static let signIn = "Content-Type: application/x-www-form-urlencoded\r\n"

  /// The status of an answer, after at least a time.
  private func ask(
    _ line: String,
    _ fields: String,
    body: String = "",
    at operators: SocketAddress
  ) async throws -> (status: String, text: String, time: Duration) {
    let begin = ContinuousClock.now
    let text = try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      return try socket.receiveAll()
    }
    return (PlainAnswer(text).status, text, ContinuousClock.now - begin)
  }

  @Test func `Wrong tokens wait or are turned away while the right one is answered at once`()
    async throws
  {
    let (command, operators) = try await serve()
    let answers = try await withThrowingTaskGroup(
      of: (status: String, text: String, time: Duration).self
    ) { group in
      // Some by the field, some by the form of the console.
      for number in 0..<40 {
        group.addTask {
          if number.isMultiple(of: 2) {
            return try await ask(
              "GET /config",
              "Authorization: Bearer guess\(number)\r\n",
              at: operators
            )
          }
          let form = "next=%2F&word=guess\(number)"
          return try await ask("POST /console/enter", Self.signIn, body: form, at: operators)
        }
      }
      group.addTask {
        try await ask("GET /config", "Authorization: Bearer \(Self.word)\r\n", at: operators)
      }
      var answers: [(status: String, text: String, time: Duration)] = []
      for try await answer in group { answers.append(answer) }
      return answers
    }
    let waited = answers.filter { $0.status == "401" && $0.time >= .seconds(1) }
    let turnedAway = answers.filter { $0.status == "429" }
    #expect(answers.count { $0.status == "200" } == 1)
    #expect(answers.count { $0.status == "401" } + turnedAway.count == 40)
    #expect(!waited.isEmpty)
    #expect(turnedAway.allSatisfy { $0.text.contains("retry-after: 8\r\n") })
    let right = try await ask(
      "GET /metrics",
      "Authorization: Bearer \(Self.word)\r\n",
      at: operators
    )
    #expect(right.text.contains("\nportico_admin_refusals_total{reason=\"wrong\"} 40\n"))
    let name = "portico_admin_wrong_tokens_slowed_total"
    #expect(right.text.contains("\n\(name){outcome=\"turned_away\"} \(turnedAway.count)\n"))
    #expect(!right.text.contains("\n\(name){outcome=\"waited\"} 0\n"))
    withExtendedLifetime(command) {}
  }

  @Test
  func `Wrong tokens and sign-ins are logged with their number and address`() async throws {
    let (command, operators) = try await serve()
    for _ in 0..<3 {
      let form = "next=%2F&word=wrong"
      let answer = try await ask("POST /console/enter", Self.signIn, body: form, at: operators)
      #expect(answer.status == "401" && !answer.text.contains("set-cookie"))
    }
    let form = "next=%2F&word=0123456789abcdef-~%2B%2F%3D"
    #expect(
      try await ask("POST /console/enter", Self.signIn, body: form, at: operators).status == "303"
    )
    let said = try await command.until("portico: audit: sign_in {\"peer\":\"127.0.0.1:")
    #expect(said.contains("operators: 401 to 127.0.0.1:"))
    let bearer = "Authorization: Bearer \(Self.word)\r\n"
    var events = ""
    // The first refusal may be recorded before the others are counted.
    try await waitUntil("the refusals are recorded") {
      events = try await ask("GET /log?q=reason%3Dadmin_wrong", bearer, at: operators).text
      return events.contains("admin_wrong")
    }
    #expect(events.contains(#""peer":"127.0.0.1:"#) && events.contains(#""count":"#))
    #expect(!events.contains("wrong\"}") && !events.contains(Self.word))
    let entered = try await ask("GET /log?q=event%3Dsign_in", bearer, at: operators).text
    #expect(entered.contains(#""event":"sign_in""#) && entered.contains(#""status":200"#))
  }
}
