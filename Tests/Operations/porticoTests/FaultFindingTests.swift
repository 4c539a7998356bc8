// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Testing

/// The sample shop as `make run` has it, into one of whose services a fault is put.
@Suite(.timeLimit(.minutes(5))) struct `A fault in a service of the shop` {
  struct Fault: Sendable, CustomTestStringConvertible {
    let service: String
    let port: Int
    let order: String
    /// The item that is asked for, which no cache has yet.
    let item: String
    let status: Int
    /// The call in the tree of the request, and the reason in it.
    let call: String
    let reason: String
    /// The word for it in the table of services.
    let word: String

    var testDescription: String { "\(service) \(order)" }
  }

  private static let faults = [
    Fault(
      service: "reviews",
      port: 9_003,
      order: #"{"break":"hang"}"#,
      item: "0102-2011-0320",
      status: 200,
      call: "reviews reviews failed",
      reason: "timeout: the call's deadline has passed; expected the whole response",
      word: "timeout"
    ),
    Fault(
      service: "stock",
      port: 9_004,
      order: #"{"status":503}"#,
      item: "0103-2012-0214",
      status: 200,
      call: "stock stock failed",
      reason: "503",
      word: "wrong status"
    ),
    Fault(
      service: "prices",
      port: 9_002,
      order: #"{"break":"reset"}"#,
      item: "0104-2014-0901",
      status: 502,
      call: "prices price failed",
      reason: "Connection reset by peer (errno 104); expected a response",
      word: "closed"
    ),
    Fault(
      service: "catalog",
      port: 9_001,
      order: #"{"break":"garbage"}"#,
      item: "0201-2010-0405",
      status: 502,
      call: "catalog item failed",
      reason: "expected",
      word: "broken body"
    ),
  ]

  @Test(arguments: Self.faults)
  func `A fault in a service is named by the log at once, and by top within three of its seconds`(
    fault: Fault
  ) async throws {
    let shop = try await SampleShop(changing: Self.giveTime)
    // One event of this stream is a second of the service's own clock.
    let seconds = try PlainSocket(to: shop.operators)
    try seconds.send("GET /stats/stream?filter=ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
    _ = try await onThread { try seconds.receive(through: "\n\n") }
    let address = "127.0.0.1:\(fault.port)"
    _ = try await shop.seen(
      after: "curl -fsS -X PUT -H 'content-type: application/json' "
        + "-d '\(fault.order)' http://\(address)/_faults"
    )
    let status = try await shop.seen(
      after: "curl -s -o /dev/null -w '%{http_code}' -H 'X-Request-Id: asked' "
        + "http://127.0.0.1:8080/en.us/items/\(fault.item)"
    )
    #expect(status == "\(fault.status)")

    // Whoever has the answer can read why it is so.
    let tree = try await shop.log("--group", "request", "request_id = asked")
    let line = try #require(
      tree.split(separator: "\n").first { $0.contains(fault.call) },
      "\(tree)"
    )
    #expect(line.contains(fault.reason), "\(line)")
    #expect(line.contains("http://\(address)"), "\(line)")

    // The figures are those of ten seconds. Where all of them have passed before they could be read, it
    // is asked again, in a language that no cache has.
    for language in ["en.us", "de.de", "fr.fr", "es.es", "ja.jp", "ar.ae"] {
      if language != "en.us" {
        _ = try await RunningCommand.ask("GET /\(language)/items/\(fault.item)", at: shop.visitors)
      }
      var shown = Tables()
      for _ in 1...3 where !shown.names(fault) {
        _ = try await onThread { try seconds.receive(through: "\n\n") }
        shown = try await Tables(of: shop)
      }
      if shown.names(fault) { return }
      try #require(!shown.hasRequest, "\(shown.text)")
    }
    Issue.record("no request was shown while its figures were there")
  }

  /// Gives calls so much time that a slow machine ends none by its deadline but that of reviews, the service
  /// that hangs, and that one not before it is connected.
  private static func giveTime(to sites: ServedSites) throws {
    for (file, time, longer) in [
      ("site.json5", /((?:catalog|prices|stock): .*timeout: )"[0-9]+ms"/, "30s"),
      ("site.json5", /(reviews: .*timeout: )"[0-9]+ms"/, "3s"),
      ("items/{id}.json5", /(budget: )"[0-9]+ms"/, "30s"),
    ] {
      let path = "\(sites.folder)/Content/\(file)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let changed = text.replacing(time) { "\($0.1)\"\(longer)\"" }
      try #require(changed != text, "\(file)")
      try changed.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  /// What an operator sees at `/top`.
  private struct Tables {
    var text = ""

    init() {}

    init(of shop: SampleShop) async throws {
      text = try await shop.seen(
        after: "curl -s -H 'accept: text/plain' http://127.0.0.1:8081/top"
      )
    }

    private func lines(of table: Int) -> [Substring] {
      let tables = text.components(separatedBy: "\n\n")
      return table < tables.count ? tables[table].split(separator: "\n") : []
    }

    /// Whether the routes have the one that was asked for.
    var hasRequest: Bool { lines(of: 1).contains { $0.hasPrefix("/items/{id}") } }

    /// Whether the services have the faulty one with the word for its fault, and the routes the
    /// one that suffered.
    func names(_ fault: Fault) -> Bool {
      hasRequest
        && lines(of: 2).contains {
          $0.hasPrefix("\(fault.service) ") && $0.contains(" \(fault.word) ")
        }
    }
  }
}
