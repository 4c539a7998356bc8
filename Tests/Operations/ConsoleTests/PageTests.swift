// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure
import Message
import Monitor
import Signals
import Testing

@testable import Console

@Suite struct `A page of the console` {
  private static let hostile = "\"><script>alert(1)</script><img src=x onerror='y'>"

  private func html(_ address: Address, _ answers: [Address: Inspection.Answer]) throws -> String {
    let console = try #require(Console(address))
    let inspection = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop", "garden"],
      reader: .init(
        name: "<vera>, viewer",
        formToken: "proof",
        hasSession: false,
        actions: Set(ConsoleOrder.allCases)
      ),
      answers
    )
    return String(decoding: console.html(inspection), as: UTF8.self)
  }

  /// A table of hostile texts.
  private func table(_ name: String, _ keys: [ColumnKey]) -> Inspection.Answer {
    var table = FigureTable(name, keys.map { .init($0, Self.hostile, Self.hostile) })
    table.add(keys.map { _ in .text(Self.hostile) }, tone: .failure)
    return .tables([table])
  }

  @Test(arguments: [Figure.none, .seconds(4)])
  func `The first page has a column for the next try only where a circuit is open`(
    retry: Figure
  ) throws {
    var table = FigureTable(
      "backends",
      [
        .init(.site, "site", ""), .init(.backend, "backend", ""),
        .init(.retry, "next try", ""),
      ]
    )
    table.add([.text("shop"), .text("catalog"), retry])
    let html = try html(Address(asked: "/"), [Verdict.backends: .tables([table])])
    #expect(html.contains("catalog"))
    #expect(html.contains("next try") == (retry != .none))
  }

  @Test func `The command below a page is one that a shell takes with all parameters`() throws {
    let html = try html(Address(asked: "/history", ["series": "up", "from": "-6h"]), [:])
    let line = try #require(html.firstMatch(of: /<code>curl ([^<]*)<\/code>/)?.1)
    #expect(
      line.hasPrefix("-H &#39;Accept: text/plain&#39; &#39;ADDRESS/history?")
        && line.contains("&amp;")
    )
    #expect(line.hasSuffix("&#39;"), "\(line)")
  }

  @Test func `A console page escapes what sites, services and visitors say`() throws {
    let routes: [ColumnKey] = [.site, .route, .kind, .rate, .p99]
    let html = try html(
      Address(asked: "/"),
      [
        NowPage.routes: table("routes", routes),
        Verdict.backends: table("backends", [.site, .backend]),
        Verdict.health: table("health", [.site, .check, .outcome, .reason]),
        Verdict.alerts: table("alerts", [.state, .alert, .text]),
        Verdict.changes: .annotations([
          try #require(Annotation(time: 1, kind: "deploy", text: Self.hostile, site: Self.hostile))
        ]),
        Verdict.model: .refused(Self.hostile),
      ]
    )
    #expect(!html.contains("<script>alert") && !html.contains("<img"))
    #expect(html.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  @Test(arguments: [
    "/", "/routes", "/route", "/flow", "/backends", "/backend", "/log", "/log/x", "/history",
    "/model", "/slo",
    "/model/what-if", "/cache", "/cache/lookup", "/edges", "/nodes", "/refreshes", "/content",
    "/explain",
    "/hints", "/inflight", "/alerts",
    "/runtime",
    "/stats", "/timers", "/data", "/data/notes", "/data/notes/note-1", "/users", "/users/u-1",
    "/sessions", "/roles", "/access", "/apps", "/sync", "/api",
  ])
  func `A console page has no inline script, style or handler for any address`(path: String) throws
  {
    let names = [
      "q", "series", "site", "route", "backend", "url", "path", "filter", "alert", "sort", "from",
    ]
    var address = Address(asked: path)
    for name in names { address = address.with(name, Self.hostile) }
    let html = try html(address, [:])
    #expect(!html.contains("<script>") && !html.contains("<img") && !html.contains(" style="))
    #expect(!html.contains("<style") && html.matches(of: /\son[a-z]+=["']/).isEmpty)
    #expect(html.matches(of: /<script/).count == 1)
    for link in html.matches(of: /(?:href|src|action)="([^"]*)"/) {
      #expect(link.1.hasPrefix("/") && !link.1.hasPrefix("//") || link.1 == "#main", "\(link.1)")
    }
  }

  @Test func `A console table explains each column and sorts by it`() throws {
    var table = FigureTable(
      "backends",
      [.init(.backend, "backend", "The service."), .init(.limit, "limit", "The most.")]
    )
    table.add([.text("one"), .count(2)])
    table.add([.text("two"), .count(30)])
    let html = try html(
      Address(asked: "/backends", ["sort": "-backends.limit"]),
      [Verdict.backends: .tables([table])]
    )
    #expect(html.contains("title=\"The most.\" aria-sort=\"descending\""))
    #expect(html.contains("<dt>limit</dt><dd>The most.</dd>"))
    let (two, one) = (
      try #require(html.firstRange(of: ">two<")), try #require(html.firstRange(of: ">one<"))
    )
    #expect(two.lowerBound < one.lowerBound)
  }

  @Test
  func `The content page shows the differences of a dry run and its form, to who may begin one`()
    throws
  {
    func table(_ name: String, _ row: [(ColumnKey, String)]) -> FigureTable {
      var table = FigureTable(name, row.map { .init($0.0, "") })
      table.add(row.map { .text($0.1) })
      return table
    }
    let editions = table(
      "editions",
      [(.site, "shop"), (.edition, "a9ed66ecde4378b2"), (.state, "kept"), (.published, "now")]
    )
    let runs = table("runs", [(.site, "shop"), (.state, "done"), (.candidate, "a9ed")])
    let differences = table(
      "differences",
      [(.site, "shop"), (.document, "home"), (.audience, "en.de"), (.field, "price.amount")]
    )
    let html = try html(
      Address(asked: "/content"),
      [
        Address(asked: "/content"): .tables([editions]),
        Address(asked: "/dry-run"): .tables([runs, differences]),
      ]
    )
    #expect(html.contains("action=\"/console/dry-run\"") && html.contains(">what the files say<"))
    #expect(html.contains(">a9ed66ecde4378b2 of now<") && html.contains(">price.amount<"))
    let viewer = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop"],
      reader: .init(name: "vera", formToken: "proof", hasSession: true, actions: []),
      [Address(asked: "/content"): .tables([editions])]
    )
    let page = String(
      decoding: try #require(Console(Address(asked: "/content"))).html(viewer),
      as: UTF8.self
    )
    #expect(!page.contains("/console/dry-run"))
  }

  @Test func `A request's page links to the requests with each of its captured values`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    log.makeRecorder().record(.request, .info, at: 5, isNotable: false) { event in
      event.add(.requestID, "r-1")
      event.add(.site, "shop")
      event.add(.captured, "order=17")
    }
    var reader = EventReader(log)
    let page = Address(asked: "/log/r-1")
    let html = try html(page, [page: .events(try reader.read(), oldest: nil)])
    let link = "site%20%3D%20%22shop%22%20AND%20captured%20%3D%20%22order%3D17%22"
    #expect(html.contains(link) && html.contains("The same order=17"), "\(html)")
  }

  @Test func `A number in a console table links to the requests behind it`() throws {
    var table = FigureTable(
      "routes",
      [ColumnKey.site, .route, .kind, .errors].map { .init($0, "") }
    )
    table.add([.text("shop"), .text("/items/{id}"), .text("plan"), .count(3)])
    let html = try html(Address(asked: "/routes"), [Address(asked: "/routes"): .tables([table])])
    let filter = #"site = "shop" AND document = "items/*" AND status >= 500 AND time > ago(1m)"#
    #expect(html.contains("<a href=\"\(Address(asked: "/log", ["q": filter]).text)\">3</a>"))
    #expect(throws: Never.self) { try EventFilter(filter) }
  }

  @Test func `A console page leaves empty form fields out of its report's address`() throws {
    let address = Address(
      asked: "/explain",
      ["path": "config", "languages": "", "country": "DE", "sort": "x"]
    )
    #expect(
      try #require(Console(address)).reports == [
        Address(asked: "/explain", ["path": "config", "country": "DE"])
      ]
    )
  }
}
