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
      [Address("/slo"): answer]
    )
    var html = HTMLWriter()
    Tiles(inspection).write(to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  private func promises(_ budgets: [(String, Figure)]) -> Inspection.Answer {
    let keys = ["site", "route", "promise", "budget"]
    var table = FigureTable("promises", keys.map { .init($0, $0, "") })
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

  @Test func `Without a budget the tile says the reason`() {
    #expect(html(.refused("no site has a model")).contains("no site has a model"))
    #expect(html(promises([])).contains("nothing is promised"))
    #expect(html(promises([("GET /a", .none)])).contains("no request was judged yet"))
  }
}
