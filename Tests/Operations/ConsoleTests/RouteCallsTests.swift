// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing

@testable import Console

@Suite struct `The calls of routes on pages` {
  private func table(_ name: String, _ keys: [ColumnKey], _ rows: [[Figure]]) -> FigureTable {
    var table = FigureTable(name, keys.map { .init($0, "") })
    for row in rows { table.add(row) }
    return table
  }

  private func html(of address: Address) throws -> String {
    var fanOut = FigureTable(
      "fanOut",
      [ColumnKey.site, .route, .backend, .each, .expected].map { .init($0, "") }
    )
    fanOut.add(
      [
        .text("shop"), .text("GET /items/{id}"), .text("prices"), .number(2.9), .number(2),
      ],
      tone: .warning
    )
    let calls = table(
      "calls",
      [.site, .route, .backend, .count, .each],
      [
        [.text("shop"), .text("/items/{id}"), .text("prices"), .count(87), .number(2.9)],
        [.text("shop"), .text("/home"), .text("stock"), .count(41), .number(1)],
      ]
    )
    let inspection = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      [RouteCalls.report: .tables([calls]), Verdict.model: .tables([fanOut])]
    )
    return String(decoding: try #require(Console(address)).html(inspection), as: UTF8.self)
  }

  @Test func `The page of a route has its calls, beside those of the model`() throws {
    let html = try html(of: PageLink.route("/items/{id}", site: "shop"))
    #expect(html.contains(">87</a>") && !html.contains(">41</a>"))
    #expect(
      html.contains(PageLink.backend("prices", site: "shop").text.replacing("&", with: "&amp;"))
    )
    #expect(html.contains("2.9") && html.contains(">expected</th>"))
  }

  @Test func `The page of a service has the routes that called it`() throws {
    let html = try html(of: PageLink.backend("stock", site: "shop"))
    #expect(html.contains(">41</a>") && !html.contains(">87</a>"))
    #expect(html.contains(">/home</a>"))
  }
}
