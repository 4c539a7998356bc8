// SPDX-License-Identifier: Apache-2.0

import Console
import Measure
import Message
import Testing

@Suite struct `The pages of services` {
  private func table(_ name: String, _ rows: [[(key: ColumnKey, figure: Figure)]]) -> FigureTable {
    var table = FigureTable(name, rows[0].map { .init($0.key, "") })
    for row in rows { table.add(row.map(\.figure)) }
    return table
  }

  private func outage(_ backend: String, _ request: String) -> [(key: ColumnKey, figure: Figure)] {
    [
      (.site, .text("shop")), (.backend, .text(backend)), (.downHour, .seconds(90)),
      (.errorTime, .text("2027-01-15T08:00:00Z")), (.error, .text("timeout")),
      (.url, .text("http://10.0.0.7/items/7")), (.request, .text(request)),
    ]
  }

  private func html(of address: Address) throws -> String {
    let total: [(key: ColumnKey, figure: Figure)] = [
      (.site, .text("shop")), (.backend, .text("stock")), (.part, .text("total")),
      (.hourP99, .seconds(0.25)),
    ]
    let inspection = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      [
        Verdict.backends: .tables([
          table("outages", [outage("stock", "first-id"), outage("prices", "second-id")]),
          table("durations", [total]),
        ])
      ]
    )
    return String(decoding: try #require(Console(address)).html(inspection), as: UTF8.self)
  }

  @Test(arguments: [Address(asked: "/backends"), PageLink.backend("stock", site: "shop")])
  func `The last error links to its event, downtime to the changes of the circuit`(
    address: Address
  ) throws {
    let html = try html(of: address)
    #expect(html.contains("href=\"/log/first-id\">2027-01-15T08:00:00Z</a>"))
    #expect(html.contains("http://10.0.0.7/items/7"))
    let own = "site = \"shop\" AND backends.name = \"stock\""
    for filter in [
      "(event = circuit OR event = health) AND \(own)", "\(own) AND backends.outcome = failed",
      "\(own) AND time > ago(1h) AND backends.duration >= 237500us",
    ] {
      #expect(throws: Never.self) { try EventFilter(filter) }
      #expect(html.contains("href=\"\(Address(asked: "/log", ["q": filter]).text)\""), "\(filter)")
    }
  }

  @Test func `The page of a service has no rows of other services`() throws {
    #expect(try !html(of: PageLink.backend("stock", site: "shop")).contains("second-id"))
    #expect(try html(of: Address(asked: "/backends")).contains("second-id"))
  }
}
