// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FolderTesting
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that forwards purges to edges` {
  /// A CDN that takes every purge and notes what it was sent.
  private final class Edge: Sendable {
    let requests = Mutex<[String]>([])

    func server() throws -> ScriptedServer {
      try ScriptedServer { [self] peer, _ in
        while true {
          let head = try peer.receive(through: "\r\n\r\n")
          requests.withLock { $0.append(head) }
          try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
    }
  }

  /// A new site with edges that is served from a folder of its own.
  private final class Serving: Sendable {
    private let command: RunningCommand
    private let temporary = TemporaryFolder()
    var folder: String { "\(temporary.path)/site" }
    private let operators: SocketAddress

    init(edges: String, environment: [String: String]) async throws {
      let folder = "\(temporary.path)/site"
      _ = try await Program(BuiltCommand.path).run(["new", folder])
      let file = "\(folder)/Content/site.json5"
      let settings = try String(contentsOfFile: file, encoding: .utf8)
      let start = try #require(settings.firstIndex(of: "{"))
      let changed =
        settings[...start] + " edges: \(edges)," + settings[settings.index(after: start)...]
      try changed.write(toFile: file, atomically: true, encoding: .utf8)
      command = try RunningCommand(
        ["--site", folder] + RunningCommand.anywhere,
        environment: environment
      )
      operators = try await command.addresses().operators
    }

    /// Waits for a purge of this kind that is over.
    func purge(_ isMeant: (DataValue) -> Bool) async throws -> DataValue {
      while true {
        let all = try await ask("GET /purges").body
        guard case .array(let purges)? = all["purges"]?.content else { continue }
        let job = purges.first { job in
          isMeant(job) && ["done", "failed"].contains(job["state"]?.content.text)
        }
        if let job { return job }
      }
    }

    func ask(_ line: String, _ body: String = "") async throws -> (status: String, body: DataValue)
    {
      let answer = try await RunningCommand.ask(line, body, at: operators)
      let parts = answer.components(separatedBy: "\r\n\r\n")
      let text = parts.dropFirst().joined(separator: "\r\n\r\n")
      return (
        String(answer.dropFirst(9).prefix(3)),
        try DataValue(reading: Array(text.utf8).span, as: .json)
      )
    }
  }

  @Test func `A served site forwards a purge to its edges and shows the outcomes`() async throws {
    let edge = Edge()
    let cdn = try edge.server()
    let serving = try await Serving(
      edges: """
        { cache: { kind: "varnish", purge: { address: "http://\(cdn.address)" } },
          cdn: { kind: "fastly", purge: { address: "http://\(cdn.address)", service: "SU1Z",
            secret: "PURGE_TEST_TOKEN", probe: "https://www.example.com" } },
          lost: { kind: "cloudflare", purge: { address: "http://\(cdn.address)", zone: "z",
            secret: "PURGE_TEST_MISSING", probe: "https://www.example.com" } } }
        """,
      environment: ["PURGE_TEST_TOKEN": "s3cret-word"]
    )
    let (status, order) = try await serving.ask("POST /purge", #"{"document":"screens/home"}"#)
    #expect(status == "200")
    #expect(order["scope"]?.content.text == "document screens/home")
    let id = try #require(order["id"]?.content.text)
    var job = try await serving.ask("GET /purges/\(id)").body
    try await waitUntil("the job is over") {
      job = try await serving.ask("GET /purges/\(id)").body
      return ["done", "failed"].contains(job["state"]?.content.text)
    }
    #expect(job["state"]?.content.text == "failed")
    guard case .array(let edges)? = job["edges"]?.content else {
      Issue.record("\(job)")
      return
    }
    #expect(edges.map { $0["state"]?.content.text } == ["done", "done", "failed"])
    #expect(edges[2]["error"]?.content.text == "the environment has no PURGE_TEST_MISSING")
    let requests = edge.requests.withLock { $0 }
    #expect(requests.contains { $0.contains("x-purge-tags: document_3ascreens_2fhome b-") })
    #expect(requests.contains { $0.contains("fastly-key: s3cret-word") })

    let (_, all) = try await serving.ask("GET /purges")
    guard case .array(let purges)? = all["purges"]?.content else {
      Issue.record("\(all)")
      return
    }
    #expect(purges.map { $0["id"]?.content.text } == [id])
    let configuration = try await serving.ask("GET /config").body
    var text: [UInt8] = []
    try JSONWriter().write(configuration, to: &text)
    let shown = String(decoding: text, as: UTF8.self)
    #expect(shown.contains("PURGE_TEST_TOKEN") && !shown.contains("s3cret-word"))
    let journal = try String(
      contentsOfFile: "\(serving.folder)/.portico/purges.jsonl",
      encoding: .utf8
    )
    #expect(journal.contains(id) && !journal.contains("s3cret-word"))
    cdn.stop()
  }

  @Test func `A served site purges what an editor changes, without an order`() async throws {
    let edge = Edge()
    let cdn = try edge.server()
    let serving = try await Serving(
      edges: #"{ cache: { kind: "varnish", purge: { address: "http://\#(cdn.address)" } } }"#,
      environment: [:]
    )
    try #"{ hide: "screens/home" }"#.write(
      toFile: "\(serving.folder)/Content/emergency.json5",
      atomically: true,
      encoding: .utf8
    )
    let job = try await serving.purge { $0["strength"]?.content.text == "hard" }
    #expect(job["reason"]?.content.text?.hasPrefix("edition ") == true)
    // The config has a link to it, and has none now.
    let linking = try await serving.purge { $0["strength"]?.content.text == "soft" }
    try FileManager.default.removeItem(atPath: "\(serving.folder)/Content/emergency.json5")
    let back = try await serving.purge {
      $0["strength"]?.content.text == "soft"
        && $0["id"]?.content.text != linking["id"]?.content.text
    }
    #expect(back["state"]?.content.text == "done")
    let requests = edge.requests.withLock { $0 }
    let hard = requests.filter { !$0.contains("x-purge-soft") }
    let soft = requests.filter { $0.contains("x-purge-soft") }
    #expect(hard.count == 2 && soft.count == 2, "\(requests)")
    #expect(hard.first?.hasPrefix("PURGE /screens/home HTTP/1.1\r\n") == true)
    #expect(hard.last?.contains("x-purge-tags: document_3ascreens_2fhome b-") == true)
    #expect(soft.first?.contains("x-purge-tags: document_3aconfig b-") == true)
    #expect(soft.last?.contains("document_3ascreens_2fhome b-") == true)
    // A path goes with its tag, which reaches whatever it stands in.
    _ = try await serving.ask("POST /purge", #"{"path":"/screens/home?view=light"}"#)
    _ = try await serving.purge { $0["reason"]?.content.text == nil }
    let ordered = edge.requests.withLock { Array($0.dropFirst(4)) }
    #expect(ordered.count == 3)
    #expect(ordered[0].hasPrefix("PURGE /screens/home?view=light HTTP/1.1\r\n"))
    #expect(ordered[1].hasPrefix("PURGE /screens/home HTTP/1.1\r\n"))
    #expect(ordered[2].contains("x-purge-tags: document_3ascreens_2fhome b-"))
    cdn.stop()
  }

  @Test func `An order to purge is accepted, or refused with 400`() async throws {
    let serving = try await Serving(edges: "{}", environment: [:])
    let good = [
      #"{"tag":"a"}"#, #"{"path":"items/7"}"#, #"{"prefix":"/items/"}"#,
      #"{"all":true,"hard":true}"#,
      #"{"url":"https://www.example.com/items/7?view=light"}"#, #"{"document":"home"}"#,
      #"{"tag":"a","samples":["/a"]}"#,
    ]
    for order in good {
      let (status, answer) = try await serving.ask("POST /purge", order)
      #expect(status == "200", "\(order)")
      // Without an edge there is nothing to wait for.
      #expect(answer["state"]?.content.text == "done", "\(order)")
    }
    let bad = [
      "", "[]", "{}", #"{"tag":""}"#, #"{"tag":1}"#, #"{"all":false}"#, #"{"url":"/items/7"}"#,
      #"{"url":"ftp://a/b"}"#, #"{"tag":"a","path":"/b"}"#, #"{"tag":"a","hard":1}"#,
      #"{"tag":"a","samples":"/a"}"#, #"{"tags":["a"]}"#,
    ]
    for order in bad {
      #expect(try await serving.ask("POST /purge", order).status == "400", "\(order)")
    }
    #expect(try await serving.ask("GET /purges/none").status == "404")
    #expect(try await serving.ask("POST /purges").status == "405")
  }
}

extension DataValue.Content {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
