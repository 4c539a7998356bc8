// SPDX-License-Identifier: Apache-2.0

import Console
import Measure
import Message
import Signals
import Testing

@Suite struct `The page of the log` {
  private static let span = "time >= 2026-11-26T10:00:00Z AND time < 2026-11-26T10:01:00Z"

  private func table(_ name: String, _ keys: [ColumnKey], _ rows: [[Figure]]) -> FigureTable {
    var table = FigureTable(name, keys.map { .init($0, "") })
    for row in rows { table.add(row) }
    return table
  }

  /// The page with two minutes of events.
  private func page(
    _ address: Address,
    groups: [[Figure]] = [],
    events: [EventRecord] = []
  ) throws -> String {
    let console = try #require(Console(address))
    let volume = table(
      "volume",
      [.from, .to, .info, .warnings, .errors],
      [
        [
          .text("2026-11-26T10:00:00Z"), .text("2026-11-26T10:01:00Z"), .count(8), .count(0),
          .count(2),
        ],
        [
          .text("2026-11-26T10:01:00Z"), .text("2026-11-26T10:02:00Z"), .count(4), .count(1),
          .count(0),
        ],
      ]
    )
    let grouped = table("groups", [.value, .events, .errors, .share, .p50, .p99], groups)
    let answers = console.reports.map { report -> (Address, Inspection.Answer) in
      (report, report.path == "/log" ? .events(events, oldest: nil) : .tables([volume, grouped]))
    }
    let inspection = Inspection(
      at: 1,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      Dictionary(answers) { first, _ in first }
    )
    return String(decoding: console.html(inspection), as: UTF8.self)
  }

  private func link(_ filter: String) -> String {
    "href=\"\(Address(asked: "/log", ["q": filter]).text)"
  }

  @Test func `A bar of the log says what it counts, and is a link to the events of its time`()
    throws
  {
    let html = try page(Address(asked: "/log", ["q": "status >= 500"]))
    #expect(html.contains(link("(status >= 500) AND \(Self.span)")), "\(html)")
    #expect(html.contains("aria-label=\"10:00:00, 1 minute: 2 errors, 8 others\""))
    #expect(html.contains("fill=\"url(#bars-bad)\"") && html.contains("id=\"bars-bad\""))
    #expect(html.contains("aria-label=\"10:01:00, 1 minute: 1 warnings, 4 others\""))
    #expect(!html.contains(">All times<"))
    #expect(try page(Address(asked: "/log")).contains(link(Self.span)))
  }

  @Test func `A span of time takes the place of the one before, and can be left`() throws {
    let earlier = "time >= 2026-11-26T09:00:00Z AND time < 2026-11-26T11:00:00Z"
    let html = try page(Address(asked: "/log", ["q": "(status >= 500) AND \(earlier)"]))
    #expect(html.contains(link("(status >= 500) AND \(Self.span)")), "\(html)")
    #expect(html.contains("\(link("status >= 500"))\">All times<"))
    let alone = try page(Address(asked: "/log", ["q": earlier]))
    #expect(alone.contains(link(Self.span)) && alone.contains("href=\"/log\">All times<"))
  }

  @Test(arguments: [
    ("status", "404", "status = 404"), ("source", "hit", "source = \"hit\""),
    ("backends.name", "a b", "backends.name = \"a b\""),
    ("route", "/items/7", #"(document = "items/7" OR pass = "/items/7")"#),
  ])
  func `A row of a group links to its events`(
    group: String,
    value: String,
    condition: String
  ) throws {
    let numbers: [Figure] = [.count(3), .count(1), .share(0.3), .none, .seconds(0.2)]
    let address = Address(asked: "/log", ["q": "site = shop", "group": group])
    let html = try page(address, groups: [[.text(value)] + numbers, [.none] + numbers])
    let whole = "(site = shop) AND \(condition)"
    func found(_ filter: String) -> Bool {
      html.contains(address.with("q", filter).text.replacing("&", with: "&amp;"))
    }
    #expect(found(whole) && found("\(whole) AND level = error"), "\(html)")
    #expect(found("\(whole) AND duration >= 190000us"), "\(html)")
  }

  @Test func `The log has the columns that were chosen, and the usual ones otherwise`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    log.makeRecorder().record(.request, .info, at: 1, isNotable: false) { event in
      event.add(.client, "203.0.113.7")
      event.add(.audience, "fr.ca")
    }
    var reader = EventReader(log)
    let events = try reader.read()
    let usual = try page(Address(asked: "/log"), events: events)
    #expect(usual.contains(">fr.ca</td>") && !usual.contains("203.0.113.7"))
    let query = try #require(Address(reading: "/log?column=client&column=status"))
    let chosen = try page(query, events: events)
    #expect(chosen.contains(">203.0.113.7</td>") && !chosen.contains(">fr.ca</td>"), "\(chosen)")
    #expect(
      chosen.contains("value=\"client\" checked") && !chosen.contains("value=\"host\" checked")
    )
    #expect(
      try page(Address(asked: "/log", ["column": "nothing"]), events: events).contains(">fr.ca<")
    )
  }
}
