// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing

@testable import Console

@Suite struct `The console's pages about content and caches` {
  private func html(_ address: Address, _ answers: [Address: Inspection.Answer]) throws -> String {
    let inspection = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop"],
      reader: .init(name: "vera", formToken: "proof", hasSession: true, actions: [.maintenance]),
      answers
    )
    return String(decoding: try #require(Console(address)).html(inspection), as: UTF8.self)
  }

  private func table(_ name: String, _ rows: [[(ColumnKey, Figure)]]) -> FigureTable {
    var table = FigureTable(name, (rows.first ?? []).map { .init($0.0, "") })
    for row in rows { table.add(row.map(\.1)) }
    return table
  }

  private func drawn(_ content: (inout HTMLWriter) -> Void) -> String {
    var html = HTMLWriter()
    content(&html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test func `A histogram has a bar for each step that is not empty, and says all in a sentence`() {
    let bars = [("10s", 2.0), ("1m", 0), ("5m", 4)].map { Histogram.Bar(name: $0.0, value: $0.1) }
    let html = drawn { Histogram(title: "Documents", bars: bars).write(to: &$0) }
    #expect(html.matches(of: /class="cell"/).count == 2)
    #expect(html.contains("aria-label=\"Documents. 10s: 2; 5m: 4\""))
    // The highest bar reaches the top, and the other one half of it.
    #expect(html.contains("V1H") && html.contains("<title>10s: 2</title>"))
    #expect(drawn { Histogram(title: "None", bars: []).write(to: &$0) } == "")
  }

  @Test func `A stack draws each layer on those below it, and lists them from the top`() {
    func layer(_ name: String, _ values: [Double?]) -> StackedChart.Layer {
      .init(
        name: name,
        points: values.enumerated().map { .init(time: $0.offset, value: $0.element) }
      )
    }
    let chart = StackedChart(
      title: "Answers",
      from: 0,
      to: 1,
      layers: [layer("hit", [1, 3]), layer("miss", [1, 1]), layer("unused", [nil, nil])],
      annotations: [],
      written: Figure.perSecond
    )
    let html = drawn { chart.write(to: &$0) }
    let plot = Plot(from: 0, to: 1, top: 4)
    #expect(html.contains("class=\"edge l1\" d=\"M0 \(plot.y(1))h1L1000 \(plot.y(3))\""))
    #expect(html.contains("class=\"edge l2\" d=\"M0 \(plot.y(2))h1L1000 \(plot.y(4))\""))
    let names = html.matches(of: /<\/svg>([a-z]+)\s/).map { String($0.1) }
    #expect(names == ["miss", "hit"])
    #expect(html.contains("hit: last 3/s, at most 3/s"))
    let none = StackedChart(
      title: "Answers",
      from: 0,
      to: 1,
      layers: [layer("hit", [0, nil])],
      annotations: [],
      written: Figure.perSecond
    )
    #expect(drawn { none.write(to: &$0) }.contains("Nothing was recorded"))
  }

  @Test func `The content page shows the emergency beside the form that closes the site`() throws {
    let emergency = table(
      "emergency",
      [[(.site, .text("shop")), (.part, .text("banner")), (.text, .text("Slow today"))]]
    )
    let expiries = table(
      "expiries",
      [[(.site, .text("shop")), (.within, .seconds(10)), (.documents, .count(3))]]
    )
    let difference = table(
      "difference",
      [
        [(.site, .text("shop")), (.kind, .text("document")), (.name, .text("home"))],
        [(.site, .text("shop")), (.kind, .text("text")), (.name, .text("home.title"))],
      ]
    )
    let html = try html(
      Address(asked: "/content"),
      [ContentPage.report: .tables([emergency, expiries, difference])]
    )
    let banner = try #require(html.firstRange(of: ">Slow today<"))
    let form = try #require(html.firstRange(of: "action=\"/console/maintenance\""))
    let next = try #require(html.firstRange(of: "End of freshness"))
    #expect(banner.upperBound < form.lowerBound && form.upperBound < next.lowerBound)
    #expect(html.contains("aria-label=\"Documents whose freshness ends within. 10 seconds: 3\""))
    #expect(html.contains("href=\"/route?site=shop&amp;route=%2Fhome\""))
    #expect(!html.contains("%2Fhome.title"))
  }

  @Test func `The cache page says that it shows a sample, and names what multiplies variants`()
    throws
  {
    let sample = table(
      "sample",
      [
        [
          (.site, .text("shop")), (.looked, .count(20_000)), (.all, .count(1_000_000)),
          (.sample, .text("a sample")),
        ]
      ]
    )
    let variants = table(
      "variants",
      [
        [
          (.site, .text("shop")), (.kind, .text("answer")), (.name, .text("/home")),
          (.by, .text("country")),
        ]
      ]
    )
    let html = try html(
      Address(asked: "/cache"),
      [CachePage.contents: .tables([sample, variants])]
    )
    let counts = (Figure.count(20_000).shown, Figure.count(1_000_000).shown)
    #expect(html.contains("shop: a sample of \(counts.0) of \(counts.1) entries."))
    #expect(html.contains(">country<"))
    #expect(html.contains("href=\"/cache/lookup?url=%2Fhome&amp;site=shop\""))
    #expect(html.contains("href=\"/edges\"") && html.contains("href=\"/refreshes\""))
  }

  @Test func `The edges page shows the purges of edges alone, with links to their events`() throws {
    func purge(_ id: String, _ edge: Figure) -> [(ColumnKey, Figure)] {
      [
        (.site, .text("shop")), (.purge, .text(id)), (.edge, edge),
        (.edgeState, edge == .none ? .none : .text("done")), (.proven, .seconds(2)),
      ]
    }
    let purges = table("purges", [purge("p-1", .text("cdn")), purge("p-2", .none)])
    let edges = table("edges", [[(.site, .text("shop")), (.edge, .text("cdn"))]])
    let html = try html(
      Address(asked: "/edges"),
      [EdgesPage.report: .tables([edges]), CachePage.purges: .tables([purges])]
    )
    #expect(html.contains("href=\"/purges/p-1\"") && !html.contains("p-2"))
    let events = LogLink.events("event = edge_purge", "purge = \"p-1\"").text
    #expect(html.contains(events.replacing("&", with: "&amp;")))
  }
}
