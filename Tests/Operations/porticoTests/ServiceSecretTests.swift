// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The secrets of services` {
  private static let secrets = [
    "planted-environment-secret", "planted-file-secret", "planted-client-secret", "planted-token",
  ]

  private let sites = ServedSites()

  /// A service that repeats what it is sent where it fails, and a token endpoint.
  private final class Service: Sendable {
    final class Seen: Sendable { let heads = Mutex<[String]>([]) }

    private let seen = Seen()
    private let server: ScriptedServer

    init() throws {
      server = try ScriptedServer { [seen] socket, _ in
        while true {
          let head = try socket.receive(through: "\r\n\r\n")
          if let length = head.lowercased().firstMatch(of: /content-length: (\d+)/)?.1 {
            _ = try socket.receive(exactly: Int(length) ?? 0)
          }
          seen.heads.withLock { $0.append(head) }
          let line = head.split(separator: "\r\n").first ?? ""
          let target = line.split(separator: " ").dropFirst().first ?? "/"
          var (status, fields, body) = ("200 OK", "", #"{"name":"rose"}"#)
          if target == "/token" {
            body = #"{"access_token":"planted-token","token_type":"bearer","expires_in":60}"#
          } else if target.contains("/moved") {
            (status, fields) = ("302 Found", "Location: http://other\(target)\r\n")
          } else if target.contains("/broken") {
            (status, fields) = ("500 Broken", "X-Seen: \(target)\r\n")
          } else if target.contains("/refused") {
            (status, fields) = ("403 No", "WWW-Authenticate: Key \(target)\r\n")
          }
          try socket.send(
            "HTTP/1.1 \(status)\r\n\(fields)Content-Type: application/json\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
          )
        }
      }
    }

    deinit { server.stop() }

    var address: String { "\(server.address)" }
    var heads: [String] { seen.heads.withLock { $0 } }
  }

  private func write(_ service: Service, file: String) throws {
    try sites.write(
      "shop",
      """
      backends: {
        keyed: {
          addresses: "http://\(service.address)/v2", health: false, retries: 0, timeout: "30s",
          send: {
            fields: { "x-api-key": { $env: "SHOP_KEY" } }, query: { key: { $file: "\(file)" } },
          },
        },
        tokened: {
          addresses: { $env: "TOKENED_URL" }, health: false, retries: 0, timeout: "30s",
          token: {
            at: "http://\(service.address)/token", client: "portico", secret: { $env: "CLIENT_SECRET" },
          },
        },
      },
      passes: {
        "/keyed": { backend: "keyed", strip: true, send: { host: "api.example.com" } },
        "/tokened": { backend: "tokened" },
      }
      """
    )
    for path in ["fine", "moved", "broken", "refused"] {
      try sites.put(
        """
        {
          datatype: "part", budget: "30s",
          calls: {
            a: { backend: "keyed", path: "/\(path)" }, b: { backend: "tokened", path: "/\(path)" },
          },
          body: { a: { $pick: "$.a.name" }, b: { $pick: "$.b.name" } },
        }
        """,
        at: "shop/Content/\(path).json5"
      )
    }
  }

  @Test func `are sent to their services, and seen nowhere else`() async throws {
    let service = try Service()
    let received = Mutex<[[UInt8]]>([])
    let collector = try ScriptedServer { socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        let length = head.lowercased().firstMatch(of: /content-length: (\d+)/)?.1
        let body = try socket.receive(exactly: try #require(Int(length ?? "")))
        received.withLock { $0.append(Array(body)) }
        try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    defer { collector.stop() }
    try sites.write("shop", "")
    let file = "\(sites.folder)/shop-key"
    try "planted-file-secret\n".write(toFile: file, atomically: true, encoding: .utf8)
    try write(service, file: file)
    let state = "\(sites.folder)/state"
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", state, "--otlp", "http://\(collector.address)"],
      environment: [
        "SHOP_KEY": "planted-environment-secret", "CLIENT_SECRET": "planted-client-secret",
        "TOKENED_URL": "http://\(service.address)/v3", "OTEL_EXPORTER_OTLP_HEADERS": "a=b",
      ]
    )
    let (visitors, operators) = try await command.addresses()
    var seen: [String: String] = [:]
    for path in ["fine", "moved", "broken", "refused"] {
      for line in [
        "GET /\(path)", "GET /keyed/\(path)", "GET /tokened/\(path)", "DELETE /keyed/\(path)",
      ] {
        seen[line] = try await RunningCommand.ask(line, at: visitors)
      }
    }
    #expect(seen["GET /fine"]?.contains(#""a":"rose""#) == true, "\(seen["GET /fine"] ?? "")")
    let pages = [
      "/config", "/log", "/log/summary", "/routes", "/route?document=moved", "/backends",
      "/backend?name=keyed", "/backend?name=tokened", "/cache", "/cache/contents",
      "/cache/lookup?url=/fine", "/explain?url=/fine", "/history", "/history/findings", "/health",
      "/metrics", "/changes", "/content", "/inflight", "/stats", "/runtime", "/", "/slo", "/model",
      "/flow", "/edges", "/timers",
    ]
    for page in pages {
      for accept in ["text/html", "application/json", "text/plain"] {
        seen["\(page) \(accept)"] = try await RunningCommand.ask(
          "GET \(page)",
          at: operators,
          accept: accept
        )
      }
    }
    #expect(seen["/log text/plain"]?.contains("/moved") == true)
    let site = ["--site", "\(sites.folder)/shop"]
    for words in [
      ["check"] + site, ["explain", "/fine"] + site, ["export", "nginx"] + site,
      ["export", "varnish"] + site, ["editions"] + site + ["--state", state],
      ["generate", "swift"] + site, ["log", "--admin", "\(operators)"],
    ] {
      let outcome = try await Program(BuiltCommand.path).run(words)
      seen[words.joined(separator: " ")] = outcome.output + outcome.errors
    }
    try await command.stop()
    seen["stderr"] = try await command.until("\u{4}")
    for (number, body) in received.withLock({ $0 }).enumerated() {
      let file = "\(sites.folder)/collected-\(number).gz"
      try Data(body).write(to: URL(fileURLWithPath: file))
      let unpacked = try await Program("gzip").run(["-dc", file])
      seen["collector \(number)"] =
        unpacked.status == 0 ? unpacked.output : String(decoding: body, as: UTF8.self)
    }
    #expect(seen.contains { $0.key.hasPrefix("collector") && $0.value.contains("/moved") })
    let names = try FileManager.default.subpathsOfDirectory(atPath: state)
    #expect(!names.isEmpty)
    for name in names {
      guard let data = FileManager.default.contents(atPath: "\(state)/\(name)") else { continue }
      // Bytes are compared: the history's files are of megabytes, most of them zeros.
      for secret in Self.secrets where data.range(of: Data(secret.utf8)) != nil {
        Issue.record("\(secret) is in state/\(name)")
      }
    }
    for (place, text) in seen {
      for secret in Self.secrets where text.contains(secret) {
        Issue.record("\(secret) is in \(place): \(text.prefix(2_000))")
      }
    }

    let heads = service.heads
    #expect(heads.contains { $0.contains("/v2/fine?key=planted-file-secret ") })
    #expect(heads.contains { $0.lowercased().contains("x-api-key: planted-environment-secret") })
    #expect(heads.contains { $0.contains("GET /v3/fine ") && $0.contains("Bearer planted-token") })
    #expect(heads.contains { $0.lowercased().contains("host: api.example.com\r\n") })
    #expect(heads.count { $0.hasPrefix("POST /token") } == 1)
  }
}
