// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Signals
import Testing

@testable import Console
@testable import Measure
@testable import Monitor

@Suite struct `The charts of the console` {
  private func inspection(_ answers: [Address: Inspection.Answer]) -> Inspection {
    Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      answers
    )
  }

  private func table(_ name: String, _ rows: [[(key: ColumnKey, figure: Figure)]]) -> FigureTable {
    var table = FigureTable(name, (rows.first ?? []).map { .init($0.key, "") })
    for row in rows { table.add(row.map(\.figure)) }
    return table
  }

  /// The limits of a shop whose one path is promised for two methods.
  private var limits: ModelLimits {
    func route(_ name: String, _ steady: Double, within: Figure) -> [(ColumnKey, Figure)] {
      [
        (.site, .text("shop")), (.route, .text(name)), (.steady, .perSecond(steady)),
        (.peak, .perSecond(steady * 2)), (.within, within), (.answered, .share(0.999)),
      ]
    }
    let routes = table(
      "routes",
      [
        route("GET /items", 40, within: .seconds(0.1)),
        route("POST /items", 2, within: .seconds(0.5)), route("GET /config", 100, within: .none),
      ]
    )
    let calls = table(
      "calls",
      [
        [
          (.site, .text("shop")), (.backend, .text("catalog")), (.capacity, .perSecond(800)),
          (.within, .seconds(0.08)),
        ]
      ]
    )
    return ModelLimits(inspection([Verdict.model: .tables([routes, calls])]))
  }

  private func values(_ series: String, _ labels: [String: String], _ figure: String) -> [Double] {
    limits.limits(of: series, labels, figure).map(\.value)
  }

  @Test func `A chart of requests has the steady and the peak rate of the routes it counts`() {
    #expect(values(MetricName.requestDurations, [:], "rate") == [142, 284])
    #expect(values(MetricName.requestDurations, ["http_route": "/items"], "rate") == [42, 84])
    let post = ["http_route": "/items", "http_request_method": "POST"]
    #expect(values(MetricName.requestDurations, post, "rate") == [2, 4])
    #expect(values(MetricName.requestDurations, ["site": "garden"], "rate") == [])
    #expect(values(MetricName.requestDurations, ["error_type": ""], "rate") == [])
  }

  @Test func `A chart of times and of errors has the promise of its route or service`() {
    #expect(values(MetricName.requestDurations, ["http_route": "/items"], "p99") == [0.1])
    #expect(values(MetricName.requestDurations, ["http_route": "/config"], "p99") == [])
    #expect(
      values(MetricName.requestDurations, [:], "p99") == [],
      "no promise is one of all routes"
    )
    let errors = values(MetricName.requestDurations, ["http_route": "/items"], "failed")
    #expect(errors.count == 1 && abs((errors.first ?? 0) - 0.001) < 1e-9)
    #expect(values(MetricName.backendCalls, ["backend": "catalog"], "rate") == [800])
    #expect(values(MetricName.callDurations, ["backend": "catalog"], "p99") == [0.08])
    #expect(values("portico_answers_total", [:], "rate") == [])
  }

  /// The pages with charts of the history, as their addresses.
  @Test(arguments: [
    "/", "/route?site=shop&route=/items", "/backend?site=shop&backend=catalog", "/cache",
    "/history", "/history?from=-7d",
    "/history?from=-370d",
  ])
  func `Each chart of a page asks for yesterday and last week too, the history for four weeks ago`(
    page: String
  ) throws {
    let address = try #require(Address(reading: page))
    let spans = try #require(Console(address)).reports.filter {
      // The last ten seconds are figures, and no chart.
      $0.path == "/history" && $0["from"] != "-10s"
    }
    #expect(!spans.isEmpty)
    let shifts = page.hasPrefix("/history") ? "1d,7d,28d" : "1d,7d"
    for report in spans {
      #expect(report["compare"] == shifts, "\(report.text)")
      #expect(throws: Never.self) { try HistoryQuery(report.query, now: 1_800_000_000) }
    }
  }

  @Test func `A heat map's shades double, and the largest count has the darkest`() {
    let shades = [0, 1, 5, 6, 10, 25, 50, 51, 100].map { HeatMap.shade($0, of: 100) }
    #expect(shades == [nil, 0, 0, 0, 1, 2, 3, 4, 4])
    #expect(HeatMap.shade(1, of: 1) == 4)
  }

  @Test func `A heat map says by words, cells and a line how times lie about the promise`() throws {
    let query = try HistoryQuery(
      Address(asked: "", ["series": "a_seconds", "from": "-2m", "step": "60s"]).query,
      now: 1_800_000_000
    )
    // A bucket that ends at an eighth of a second, and one that ends at twice that.
    let values = HistogramSnapshot(
      unit: .seconds,
      zeroCount: 0,
      firstBucket: -24,
      buckets: [8, 0, 0, 0, 0, 0, 0, 0, 1],
      recordedSum: 1_200_000_000
    )
    let density = HistoryDensity(query, .seconds, [0: values])
    var html = HTMLWriter()
    HeatMap(
      title: "Times",
      density: density,
      lines: [],
      limits: [.init(name: "SLA", kind: .sla, value: 0.125)],
      annotations: [],
      written: Figure.seconds
    ).write(to: &html)
    let text = String(decoding: html.bytes, as: UTF8.self)
    #expect(
      text.contains("<title>Times</title><desc>9 requests, from 88.4ms to 250ms; the most, 8")
    )
    // Three rows and one of margin: the promise is the upper edge of the lowest one.
    let edge = Plot(from: 0, to: 1, top: 1).y(0.25)
    #expect(text.contains("class=\"cell s5\" d=\"M0 199V\(edge)H500V199z\""), "\(text)")
    #expect(text.contains("class=\"limit sla\" d=\"M0 \(edge)H1000\""), "\(text)")
    #expect(text.matches(of: /class="cell s2" d="/).count == 2, "a cell and its key: \(text)")
  }

  private func written(_ band: [Chart.Band]?) -> String {
    var html = HTMLWriter()
    Chart(
      title: "Requests",
      from: 0,
      to: 300,
      lines: [.init(name: "now", kind: .now, points: [.init(time: 0, value: 3)])],
      band: band,
      written: Figure.perSecond
    ).write(to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test func `The usual range is drawn behind the lines and told in the legend`() throws {
    let html = written([
      .init(time: 0, range: 2...4), .init(time: 100, range: 3...5), .init(time: 200, range: nil),
      .init(time: 300, range: 2...4),
    ])
    #expect(html.contains("usual range 2/s to 4/s"))
    let band = try #require(
      html.firstMatch(of: /<svg class="lines".*?<path class="band" d="([^"]*)".*?class="line now"/)
    )
    // Two pieces, around the time without a range.
    #expect(band.1.split(separator: "Z").count == 2, "\(band.1)")
  }

  @Test func `A chart whose history is too short says so, one without a range says nothing`() {
    #expect(written([]).contains("usual range: not known before three weeks of history"))
    #expect(!written(nil).contains("usual range"))
  }
}
