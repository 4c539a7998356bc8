// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing

@testable import Console

@Suite struct `The tile of the error budget` {
  private func html(_ answer: Inspection.Answer) -> String {
    let inspection = Inspection(
      at: 1_800_000_000,
      version: "1",
      sites: ["shop", "garden"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      [Address(asked: "/slo"): answer]
    )
    var html = HTMLWriter()
    Tiles(inspection).write(to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  private func promises(_ budgets: [(String, Figure)]) -> Inspection.Answer {
    let keys: [ColumnKey] = [.site, .route, .promise, .budget]
    var table = FigureTable("promises", keys.map { .init($0, "") })
    for (route, budget) in budgets {
      table.add([.text("shop"), .text(route), .text("latency"), budget])
    }
    return .tables([table])
  }

  @Test func `The tightest promise is named with what is left of its budget`() {
    let html = html(
      promises([("GET /a", .share(0.9)), ("GET /b", .share(0.4)), ("GET /c", .none)])
    )
    #expect(html.contains("<a href=\"/slo\">40%</a>"))
    #expect(html.contains("latency of GET /b at shop"))
    #expect(!html.contains("sign warn"))
  }

  @Test func `A budget that is spent has a sign`() {
    let html = html(promises([("GET /a", .share(-0.5))]))
    #expect(html.contains("sign warn") && html.contains(">-50%</a>"))
  }

  @Test func `A budget that was spent several times says how often, and not a negative share`() {
    let html = html(promises([("GET /a", .share(-32.27)), ("GET /b", .share(0.4))]))
    #expect(html.contains("sign warn") && html.contains(">spent 33.3×</a>"), "\(html)")
    #expect(self.html(promises([("GET /b", .share(0.4))])).contains(">40%</a>"))
  }

  @Test func `Without earlier days the tiles say so once, and not each`() {
    let html = html(promises([]))
    #expect(!html.contains("nothing recorded before"))
    #expect(html.ranges(of: "yesterday and last week").count <= 1)
  }

  @Test func `Without a budget the tile says the reason`() {
    #expect(html(.refused("no site has a model")).contains("no site has a model"))
    #expect(html(promises([])).contains("nothing is promised"))
    #expect(html(promises([("GET /a", .none)])).contains("no request was judged yet"))
  }
}
