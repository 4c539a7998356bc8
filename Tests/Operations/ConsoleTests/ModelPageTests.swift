// SPDX-License-Identifier: Apache-2.0

import Console
import Measure
import Testing

@Suite struct `The page of the model` {
  private func table(_ name: String, _ rows: [(key: ColumnKey, figure: Figure)]...) -> FigureTable {
    var table = FigureTable(name, rows.first?.map { .init($0.key, "") } ?? [])
    for row in rows { table.add(row.map(\.figure)) }
    return table
  }

  private func html(
    _ address: Address = Address(asked: "/model"),
    _ tables: FigureTable...
  ) throws
    -> String
  {
    let inspection = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      [Verdict.model: .tables(tables)]
    )
    return String(decoding: try #require(Console(address)).html(inspection), as: UTF8.self)
  }

  private func limit(_ name: String, _ used: Double) -> [(key: ColumnKey, figure: Figure)] {
    [
      (.limit, .text(name)), (.amount, .text("4 cores")), (.used, .share(used)),
      (.usable, .share(0.8)),
    ]
  }

  @Test func `The bottleneck is named, and each limit has a bar in words`() throws {
    let html = try html(
      Address(asked: "/model"),
      table(
        "headroom",
        [
          (.limit, .text("processor")), (.of, .text("live")), (.headroom, .factor(2)),
          (.sustainable, .perSecond(300)),
        ]
      ),
      table("limits", limit("processor", 0.4), limit("egress", 0.1))
    )
    #expect(html.contains("The bottleneck is processor, of which 40% is used and 80% may be"))
    #expect(html.contains("aria-label=\"10% used, 80% may be\""))
    #expect(html.matches(of: /<small>bottleneck<\/small>/).count == 1)
  }

  @Test func `What requests cost and the busiest minutes stand there, or why they do not`() throws {
    let costs = table("costs", [(.class, .code("kept")), (.cost, .seconds(0.000_006))])
    let said = try html(Address(asked: "/model"), costs, table("busiest"))
    #expect(said.contains("What requests cost") && said.contains("6µs"))
    #expect(said.contains("In no minute of the history"))
  }

  @Test func `The next peak and the highest one are told, or why there is none`() throws {
    func day(_ name: String, _ rate: Double) -> [(key: ColumnKey, figure: Figure)] {
      [
        (.day, .text("2027-01-16")), (.weekday, .text(name)), (.hour, .text("18:00")),
        (.rate, .perSecond(rate)), (.used, .share(rate / 200)),
      ]
    }
    let html = try html(
      Address(asked: "/model"),
      table("forecast", day("Saturday", 50), day("Sunday", 90))
    )
    #expect(html.contains("Next peak: Saturday 2027-01-16 at 18:00 UTC, 50/s, 25% of what fits"))
    #expect(html.contains("The highest of these days: Sunday"))
    #expect(try self.html(Address(asked: "/model"), table("forecast")).contains("Not enough data"))
  }

  @Test func `The form asks for the mix, and what was filled in is asked of the model`() throws {
    let address = Address(asked: "/model/what-if").with("of", "peak").with("share.order", "0.3")
      .with("route.GET /home", "2").with("hits", "")
    let html = try html(
      address,
      table("flows", [(.flow, .text("order")), (.share, .share(0.1))]),
      table("routes", [(.route, .text("GET /home")), (.peak, .perSecond(5))])
    )
    #expect(html.contains("name=\"share.order\" value=\"0.3\""))
    #expect(html.contains("name=\"route.GET /home\" value=\"2\""))
    #expect(html.contains("<details open"))
    let asked = Address(asked: "/model/what-if").with("of", "peak").with("share.order", "0.3")
      .with("route.GET /home", "2")
    #expect(try #require(Console(address)).reports.contains(asked))
  }
}
