// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Signals
import Sites
import Testing
import TrafficTesting

@testable import Measure
@testable import Model

@Suite struct `A question to the model` {
  /// A model whose routes follow from flows; items need the catalog, and prices if they are there.
  private static func expected(_ change: (inout TrafficModel) -> Void = { _ in }) -> ExpectedTraffic
  {
    let model = ModelledSite.model { model in
      model.instance.count = 2
      var catalog = TrafficModel.BackendCapacity()
      (catalog.name, catalog.capacity) = ("catalog", 20)
      model.backends = [catalog]
      model.routes[1].calls.append(.init(backend: "prices", count: 1))
      change(&model)
    }
    return ExpectedTraffic(model, of: "shop") { name in
      name == ModelledSite.item
        ? .init([.init(backend: "catalog", count: 1, isNeeded: true)]) : .init()
    }
  }

  private static func answer(
    _ query: String,
    _ expected: ExpectedTraffic = expected(),
    _ day: MeasuredDay = .usual,
    keptAnswers: Int = 0
  ) throws -> WhatIf {
    let history = SignalHistory()
    let registry = try SignalRegistry()
    try registry.observe(
      "portico_cache_entries",
      "Entries.",
      .gauge,
      labels: ["kind"]
    ) {
      [
        SignalRegistry.Observation(["answer"], keptAnswers),
        SignalRegistry.Observation(["fragment"], 1_000_000),
      ]
    }
    for second in 0...10 { history.add(registry.snapshot(), at: Double(second)) }
    let report = ModelReport(
      [expected],
      among: ["shop"],
      history,
      .success(day.capacity),
      loops: 1
    )
    let bytes = Array(query.utf8)
    let parameters = QueryParameters(bytes.span) ?? QueryParameters([])
    return WhatIf(try Scenario(parameters, about: [expected]), report)
  }

  private static let catalog = TrafficLoad.Service(site: "shop", backend: "catalog")

  @Test func `A what-if answer tells the calls that each service gets`() throws {
    // Two instances; of 40 items a second a tenth needs services, with two calls each.
    #expect(
      abs(try Self.answer("of=steady").headroom.load.calls[Self.catalog, default: 0] - 4) < 1e-9
    )
    let more = try Self.answer("of=steady&load=3&hits=0.5")
    #expect(abs(more.headroom.load.calls[Self.catalog, default: 0] - 60) < 1e-9)
    #expect(more.overloadedServices == ["backend catalog"])
    #expect(more.headroom.first?.name == "backend catalog")
    // It saturates at a sixth of the 75 requests a second of one instance.
    #expect(abs(try #require(more.headroom.sustainable) - 12.5) < 1e-9)
  }

  @Test(arguments: ["route=GET%20/items/%7Bid%7D:3", "route.GET%20/items/%7Bid%7D=3"])
  func `Another number of requests of one route changes the mix and its calls alone`(
    query: String
  ) throws {
    let answer = try Self.answer("of=steady&\(query)")
    #expect(abs(answer.headroom.load.calls[Self.catalog, default: 0] - 12) < 1e-9)
    #expect(answer.headroom.load.rates[MeasuredDay.item] == 60)
    #expect(answer.headroom.load.rates[MeasuredDay.home] == 5)
  }

  @Test(arguments: ["route=GET%20/nothing:2", "route=GET%20/home:-1", "route=GET%20/home"])
  func `A factor of an unknown route, or an impossible one, is refused`(query: String) throws {
    let fault = #expect(throws: PlainError.self) { try Self.answer(query) }
    #expect(fault?.description.contains("expected a route of a model and its factor") == true)
  }

  @Test func `A what-if answer tells what runs out first and the needed instances`() throws {
    let expected = Self.expected { $0.backends = [] }
    let answer = try Self.answer("of=peak&load=40", expected)
    #expect(answer.headroom.first?.name == "processor")
    // 4,080 × 0.2 ms and 320 × 2 ms a second, of 0.8 seconds that one instance has for them.
    #expect(answer.neededInstances == 2)
    let enough = try Self.answer("of=peak&load=40&instances=2", expected)
    #expect(try #require(enough.headroom.first?.factor) >= 1)
    #expect(abs(enough.headroom.load.total - 4_400.0 / 2) < 1e-6)
    #expect(
      try #require(Self.answer("of=peak&load=40&instances=1", expected).headroom.first?.factor) < 1
    )
  }

  @Test func `A what-if answer counts the answers that other hits let be composed`()
    throws
  {
    let expected = Self.expected { $0.backends = [] }
    // 25 requests a second, of which 20 call services: each is composed for 2 ms or kept for 0.2.
    for (hits, need) in [(1.0, 0.005), (0.5, 0.023), (0.0, 0.041)] {
      let factor = try #require(
        try Self.answer("of=steady&hits=\(hits)", expected).headroom.first?.factor
      )
      #expect(abs(factor / (0.8 / need) - 1) < 0.07, "\(hits): \(factor)")
    }
  }

  @Test func `Answers that lack a part are composed once in 5 s, if asked for so often`()
    throws
  {
    let expected = Self.expected { $0.backends = [] }
    func work(_ query: String, keptAnswers: Int) throws -> [RequestClass: Double] {
      try Self.answer(query, expected, keptAnswers: keptAnswers).headroom.load.work.get()
    }
    // Of 200 items a second 20 are composed as it is; 100 kept ones are renewed 20 times a second.
    let some = try work("of=steady&load=10&without=prices", keptAnswers: 100)
    #expect(abs(try #require(some[.composed]) - 40) < 1e-9)
    #expect(abs(try #require(some[.kept]) - 210) < 1e-9)
    // So many of them are each asked for less often than that, and without any each request composes.
    for count in [1_000_000, 0] {
      let all = try work("of=steady&without=prices", keptAnswers: count)
      #expect(abs(try #require(all[.composed]) - 22) < 1e-9)
    }
    // What an answer needs makes it fail, so that there is nothing to compose.
    let needed = try work("of=steady&without=catalog", keptAnswers: 100)
    #expect(abs(try #require(needed[.composed]) - 2) < 1e-9)
  }

  @Test func `A route of a pass is passed on where it is not kept`() throws {
    let expected = ExpectedTraffic(
      ModelledSite.model(),
      of: "shop",
      planned: { .init([], $0 == ModelledSite.item ? .passed : .composed) }
    )
    let load = TrafficLoad([expected], \.steady)
    #expect(abs(try #require(try load.work.get()[.passed]) - 4) < 1e-9)
  }

  @Test func `A what-if answer tells which promises break without a service`() throws {
    let needed = try Self.answer("of=steady&without=catalog")
    let fates = needed.outcomes.map { "\($0.name) \($0.fate.rawValue) \($0.reasons)" }
    #expect(fates == ["GET /home kept []", #"GET /items/{id} broken ["needs catalog"]"#])
    #expect(needed.headroom.load.calls[Self.catalog] == 0)
    let optional = try Self.answer("of=steady&without=prices").outcomes[1]
    #expect(optional.fate == .degraded && optional.reasons == ["without prices"])
  }

  @Test func `A what-if answer tells that promises break if a resource is used up`() throws {
    let answer = try Self.answer("of=peak&load=60", Self.expected { $0.backends = [] })
    #expect(
      answer.outcomes.allSatisfy { $0.fate == .broken && $0.reasons == ["processor is full"] }
    )
    let tight = try Self.answer("of=peak&load=46", Self.expected { $0.backends = [] })
    #expect(tight.outcomes.map(\.fate) == [.atRisk, .atRisk])
  }

  @Test func `A what-if question can change the shares of flows`() throws {
    let model = { (model: inout TrafficModel) in
      model.volume = TrafficModel.Volume()
      model.volume?.month = 2_629_746 * 100
      (model.routes[0].steady, model.routes[0].peak) = (nil, nil)
      var flow = TrafficModel.Flow()
      (flow.name, flow.share) = ("start", 0.5)
      flow.calls = [.init(model.routes[0].name, count: 2)]
      model.flows = [flow]
    }
    let home = SiteRoute(site: "shop", name: ModelledSite.home)
    let plain = try Self.answer("of=steady", Self.expected(model))
    #expect(plain.headroom.load.rates[home] == 50)
    let other = try Self.answer("of=steady&share=start:0.8", Self.expected(model))
    #expect(abs(other.headroom.load.rates[home, default: 0] - 80) < 1e-9)
  }

  @Test(arguments: [
    ("of=always", #"of is "always"; expected one of live, steady, peak"#),
    ("load=-1", #"load is "-1"; expected a number from 0 to 1000000"#),
    ("hits=2", #"hits is "2"; expected a number from 0 to 1"#),
    ("instances=1.5", #"instances is "1.5"; expected a whole number"#),
    ("without=stock", #"without is "stock"; expected one of catalog, prices"#),
    (
      "of=peak&share=start:0.1",
      #"share is "start:0.1"; expected a flow and its share such as NAME:0.3, of a model with flows"#
    ),
    (
      "scale=2",
      #""scale" means nothing; expected of, load, hits, without, share, route, instances"#
    ),
  ])
  func `A wrong what-if question is refused with what was expected`(query: String, message: String)
  {
    #expect(throws: PlainError(message)) { try Self.answer(query) }
  }

  @Test func `A what-if answer is shown as tables`() throws {
    let text = FigureTable.text(of: try Self.answer("of=steady&without=catalog").tables)
    #expect(text.contains("1 times steady"))
    #expect(text.contains("broken  needs catalog"))
  }
}
