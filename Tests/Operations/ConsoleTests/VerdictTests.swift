// SPDX-License-Identifier: Apache-2.0

import Console
import Measure
import Testing

@Suite struct `The verdict of the console` {
  private func model(
    _ routes: [(name: String, state: String)],
    headroom: Figure
  ) -> Inspection.Answer {
    var table = FigureTable(
      "routes",
      [ColumnKey.site, .route, .state, .rate, .peak, .latency, .within, .failed].map {
        .init($0, "")
      }
    )
    for route in routes {
      table.add(
        [
          .text("shop"), .text(route.name), .text(route.state), .perSecond(4), .perSecond(3),
          .seconds(0.2), .seconds(0.1), .count(7),
        ],
        tone: route.state == "within" ? .usual : .failure
      )
    }
    var limit = FigureTable(
      "headroom",
      [ColumnKey.limit, .of, .headroom, .unknown].map { .init($0, "") }
    )
    limit.add([.text("processor"), .text("live"), headroom, .text("egress")])
    return .tables([limit, table])
  }

  private func verdict(_ answers: [Address: Inspection.Answer]) -> Verdict {
    Verdict(
      Inspection(
        at: 1_000,
        version: "1",
        sites: ["shop"],
        reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
        answers
      )
    )
  }

  @Test func `The console's verdict tells that all is in SLA, and the headroom`() {
    let verdict = verdict([
      Verdict.model: model([("GET /config", "within")], headroom: .factor(2.3))
    ])
    #expect(verdict.tone == .usual && verdict.headline == "In SLA" && verdict.troubles == [])
    #expect(verdict.headroom == "Headroom 2.3× the traffic now; first to give: processor")
  }

  @Test func `The console's verdict names a route out of SLA and links to it`() {
    let routes = [("GET /config", "within"), ("GET /items/{id}", "out_of_sla")]
    let verdict = verdict([Verdict.model: model(routes, headroom: .none)])
    #expect(verdict.tone == .failure && verdict.headline == "Out of SLA: GET /items/{id}")
    #expect(verdict.troubles.map(\.look) == [PageLink.route("/items/{id}", site: "shop")])
    #expect(verdict.headroom == "Headroom unknown: no figure for egress")
  }

  @Test func `The console's verdict names a failing webhook before writes, and links to its table`()
  {
    var health = FigureTable(
      "health",
      [ColumnKey.site, .check, .outcome, .reason].map { .init($0, "") }
    )
    health.add(
      [.text("shop"), .text("before notes"), .text("failure"), .text("its last question failed")],
      tone: .failure
    )
    let verdict = verdict([Verdict.health: .tables([health])])
    #expect(verdict.troubles.map(\.text) == ["before notes: its last question failed"])
    #expect(verdict.troubles.map(\.look) == [Address(asked: "/sync")])
  }

  @Test func `The console's verdict names a failing service and links to it`() {
    var health = FigureTable(
      "health",
      [ColumnKey.site, .check, .outcome, .reason].map { .init($0, "") }
    )
    health.add([.none, .text("loops"), .text("ok"), .text("fine")])
    health.add(
      [
        .text("shop"), .text("backend reviews"), .text("failure"),
        .text("its endpoint gets no calls"),
      ],
      tone: .failure
    )
    let verdict = verdict([Verdict.health: .tables([health])])
    #expect(verdict.headline == "Something fails; suspect: reviews")
    #expect(verdict.troubles.map(\.text) == ["backend reviews: its endpoint gets no calls"])
    #expect(verdict.troubles.map(\.look) == [PageLink.backend("reviews", site: "shop")])
  }

  @Test
  func `The console's verdict names the slow service of a route out of SLA first, and no other`() {
    var health = FigureTable(
      "health",
      [ColumnKey.site, .check, .outcome, .reason, .suspects].map { .init($0, "") }
    )
    for (check, reason, suspects, tone) in [
      ("backend stock", "calls fail", "", FigureTable.Tone.failure),
      ("backend prices", "calls are slow", "", .warning),
      ("route GET /items/{id}", "12 took longer; it calls prices", "prices", .failure),
      ("backend reviews", "its circuit is closed", "", .usual),
    ] {
      health.add(
        [.text("shop"), .text(check), .text(""), .text(reason), .text(suspects)],
        tone: tone
      )
    }
    let verdict = verdict([
      Verdict.model: model([("GET /items/{id}", "out_of_sla")], headroom: .none),
      Verdict.health: .tables([health]),
    ])
    #expect(verdict.headline == "Out of SLA: GET /items/{id}; suspect: prices")
    #expect(verdict.tone == .failure)
    #expect(
      verdict.troubles.map(\.text) == [
        "backend prices: calls are slow",
        "GET /items/{id} is out of SLA: 12 took longer; it calls prices",
        "backend stock: calls fail",
      ]
    )
    #expect(verdict.troubles.map { $0.evidence?.path } == ["/log", "/log/differences", "/log"])
  }

  @Test func `The console's verdict is no good sign while anything is a warning`() {
    var health = FigureTable(
      "health",
      [ColumnKey.site, .check, .outcome, .reason].map { .init($0, "") }
    )
    health.add([.none, .text("disk of /state"), .text(""), .text("91% is used")], tone: .warning)
    let verdict = verdict([
      Verdict.model: model([("GET /config", "within")], headroom: .none),
      Verdict.health: .tables([health]),
    ])
    #expect(verdict.headline == "In SLA, with warnings" && verdict.tone == .warning)
    #expect(verdict.troubles.map(\.text) == ["disk of /state: 91% is used"])
  }

  @Test func `The console's verdict says so where no promises are declared`() {
    let verdict = verdict([Verdict.model: .refused("no site has a model")])
    #expect(verdict.headline == "No promises are declared" && verdict.tone == .usual)
  }

  @Test func `The console's verdict says that nothing is judged in the first second`() {
    let verdict = verdict([Verdict.model: model([], headroom: .none)])
    #expect(verdict.headline == "Nothing is judged yet" && verdict.tone == .usual)
  }
}
