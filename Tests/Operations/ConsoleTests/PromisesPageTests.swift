// SPDX-License-Identifier: Apache-2.0

import Console
import Measure
import Message
import Testing

@Suite struct `The page of promises` {
  private static let now: Int64 = 1_800_000_000

  private func html(_ answer: Inspection.Answer) throws -> String {
    let address = Address(asked: "/slo")
    let inspection = Inspection(
      at: Self.now,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      [address: answer]
    )
    return String(decoding: try #require(Console(address)).html(inspection), as: UTF8.self)
  }

  private func table(_ name: String, _ figures: [(key: ColumnKey, figure: Figure)]) -> FigureTable {
    var table = FigureTable(name, figures.map { .init($0.key, "") })
    table.add(figures.map(\.figure), tone: .failure)
    return table
  }

  private var tables: [FigureTable] {
    let name: [(ColumnKey, Figure)] = [(.site, .text("shop")), (.route, .text("GET /items/{id}"))]
    return [
      table(
        "promises",
        name + [
          (.promise, .text("latency")), (.within, .seconds(0.12)), (.state, .text("broken")),
          (.kept, .share(0.98)), (.budget, .share(-0.5)), (.burn1h, .factor(20)),
          (.days, .text(String(repeating: ".", count: 25) + "-+!x+")), (.hours, .text("+x")),
        ]
      ),
      table(
        "breaches",
        name + [
          (.from, .text("2027-01-14T10:00:00Z")), (.for, .seconds(1_200)), (.bad, .count(7)),
          (.within, .seconds(0.12)),
        ]
      ),
    ]
  }

  @Test func `A ribbon says each day's state by a sign and a title, without colour`() throws {
    let html = try html(.tables(tables))
    #expect(html.contains("<li class=\"kept\" title=\"2027-01-12: kept\">●</li>"))
    #expect(html.contains("title=\"2027-01-13: kept, but broken in some ten minutes\""))
    #expect(html.contains("<li class=\"bad\" title=\"2027-01-15 08:00: broken\">"), "\(html)")
    #expect(html.contains("title=\"2027-01-11: no request\">–</li>"))
    #expect(html.contains("Of 30 days, 2 kept, 1 broken at times, 1 broken"))
    #expect(html.contains("0 of 1 promises are kept now"))
  }

  @Test func `A promise's bad requests are found in the log by route, time and the promised time`()
    throws
  {
    let html = try html(.tables(tables))
    let filters = html.matches(of: /href="\/log\?q=([^"]*)"/).map { String($0.1) }
    #expect(
      filters.count == 4 + 3 + 2,
      "three figures and one of them again, three cells, a breach"
    )
    let route = #"site = "shop" AND (document = "items/*" OR pass = "/items/{id}")"#
    for times in [
      "time > ago(1h)", "time >= 2027-01-14T10:00:00Z AND time < 2027-01-14T10:20:00Z",
      "time >= 2027-01-14T00:00:00Z AND time < 2027-01-15T00:00:00Z",
    ] {
      let filter = "\(route) AND duration > 120000us AND \(times)"
      #expect(throws: Never.self) { try EventFilter(filter) }
      #expect(html.contains("href=\"\(Address(asked: "/log", ["q": filter]).text)\""), "\(filter)")
    }
  }

  @Test func `Without a model the page of promises says the reason`() throws {
    #expect(try html(.refused("no site has a model")).contains("no site has a model"))
  }
}
