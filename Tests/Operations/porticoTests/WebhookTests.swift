// SPDX-License-Identifier: Apache-2.0

import Commands
import Foundation
import LoopTesting
import Message
import ProgramTesting
import Serving
import Testing

@testable import portico

@Suite(.timeLimit(.minutes(5))) struct `The webhook of alerts` {
  private let sites = ServedSites()

  @Test func `A webhook message is signed as the example of Standard Webhooks 1.0`() {
    let message = OutgoingMessage(
      id: "msg_loFOjxBNrRLzqYUf",
      body: Array(#"{"event_type":"ping","data":{"success":true}}"#.utf8),
      created: 0
    )
    let key = Webhook.key(Array("whsec_plJ3nmyCDGBKInavdOK15jsl".utf8))
    #expect(
      Webhook.signature(of: message, at: 1_731_705_121, key: key)
        == "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="
    )
    #expect(Webhook.key(Array("a-plain-word-of-24-bytes".utf8)).count == 24)
  }

  @Test(arguments: [
    ("https://hooks.example.com/a?b=c", "https://hooks.example.com", "/a?b=c"),
    ("http://127.0.0.1:9000", "http://127.0.0.1:9000", "/"),
    ("http://[::1]:80/x", "http://[::1]", "/x"),
  ])
  func `A webhook's address is read as origin and target`(
    text: String,
    origin: String,
    target: String
  ) throws {
    let settings = try #require(Webhook.Settings(text, keyFile: nil))
    #expect("\(settings.origin)" == origin && settings.target == target)
  }

  @Test(arguments: ["hooks.example.com", "ftp://a", "https://", "https://a/b#c", "https://a@b/"])
  func `A text that is no webhook address is refused`(text: String) {
    #expect(Webhook.Settings(text, keyFile: nil) == nil)
  }

  @Test func `The webhook gets a firing alert again until it accepts it, with a signature`()
    async throws
  {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let receiver = try ScriptedServer { peer, number in
      let message = try peer.receive(through: "}")
      received.yield(message)
      // The first attempt fails, so that there is a second one.
      let status = number == 1 ? "503 Unavailable" : "204 No Content"
      try peer.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    try sites.write(
      "shop",
      """
      edges: { far: { kind: "cloudflare", purge: { address: "http://127.0.0.1:9", zone: "z",
        secret: "ALERT_TEST_MISSING", probe: "https://www.example.com" } } },
      """
    )
    try sites.put("a-key-of-some-letters\n", at: "key")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + [
        "--alert-webhook", "http://\(receiver.address)/hook", "--alert-key",
        "\(sites.folder)/key",
      ]
    )
    let operators = try await command.addresses().operators
    _ = try await RunningCommand.ask("POST /purge", #"{"document":"config"}"#, at: operators)
    var all: [PlainMessage] = []
    for await text in messages {
      all.append(PlainMessage(text))
      if all.count == 2 { break }
    }
    for message in all {
      #expect(message.head.hasPrefix("POST /hook HTTP/1.1\r\n"))
      #expect(message.body.contains(#"{"alert":"purge/shop/"#))
      #expect(message.body.contains(#""state":"firing","severity":"ticket","site":"shop""#))
      let sent = OutgoingMessage(
        id: try #require(message["webhook-id"]),
        body: Array(message.body.utf8),
        created: 0
      )
      let seconds = try #require(message["webhook-timestamp"].flatMap { Int64($0) })
      let signature = Webhook.signature(
        of: sent,
        at: seconds,
        key: Array("a-key-of-some-letters".utf8)
      )
      #expect(message["webhook-signature"] == signature)
    }
    #expect(all[0]["webhook-id"] == all[1]["webhook-id"])
    #expect(all[0].body == all[1].body)
    withExtendedLifetime(command) {}
  }

  @Test func `The alert command is run again until it accepts a message`() async throws {
    try sites.write(
      "shop",
      """
      edges: { far: { kind: "cloudflare", purge: { address: "http://127.0.0.1:9", zone: "z",
        secret: "ALERT_TEST_MISSING", probe: "https://www.example.com" } } },
      """
    )
    // The first run fails, so that there is a second one.
    let (script, out) = ("\(sites.folder)/page", "\(sites.folder)/paged")
    try sites.put(
      """
      #!/bin/sh
      cat >> "$2"
      echo " $1" >> "$2"
      [ "$(wc -l < "$2")" -gt 1 ]
      """,
      at: "page"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--alert-command", "\(script) team \(out)"]
    )
    let operators = try await command.addresses().operators
    _ = try await RunningCommand.ask("POST /purge", #"{"document":"config"}"#, at: operators)
    try await waitUntil("the command was run twice") {
      ((try? sites.text(of: "paged"))?.count { $0 == "\n" } ?? 0) >= 2
    }
    let lines = try sites.text(of: "paged").split(separator: "\n")
    #expect(lines[0] == lines[1])
    #expect(lines[0].hasPrefix(#"{"alert":"purge/shop/"#) && lines[0].hasSuffix("} team"))
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    (["--alert-webhook", "https://a/"], "--alert-webhook is for --admin"),
    (["--alert-key", "a"], "--alert-key is for --alert-webhook"),
    (["--alert-command", "/a"], "--alert-command is for --admin"),
    (
      ["--admin", "127.0.0.1:0", "--alert-command", "page"], "--alert-command is \"page\", expected"
    ),
    (["--admin", "127.0.0.1:0", "--alert-webhook", "a"], "--alert-webhook is a, expected"),
  ])
  func `Alert options without their counterparts are refused`(words: [String], message: String) {
    #expect {
      _ = try ServeCommand(Arguments(words[...], for: ServeCommand.definition))
    } throws: { error in
      (error as? UsageError)?.message.hasPrefix(message) == true
    }
  }
}

/// The head and the body of a request, as they came.
struct PlainMessage {
  let head: String
  let body: String

  init(_ text: String) {
    let end = text.firstRange(of: "\r\n\r\n")
    head = end.map { String(text[..<$0.lowerBound]) } ?? text
    body = end.map { String(text[$0.upperBound...]) } ?? ""
  }

  subscript(_ field: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(field):") }
      .map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  /// The signature that it has to have with a key.
  func signature(with key: String) throws -> String {
    let message = OutgoingMessage(
      id: try #require(self["webhook-id"]),
      body: Array(body.utf8),
      created: 0
    )
    let seconds = try #require(self["webhook-timestamp"].flatMap { Int64($0) })
    return Webhook.signature(of: message, at: seconds, key: Array(key.utf8))
  }
}
