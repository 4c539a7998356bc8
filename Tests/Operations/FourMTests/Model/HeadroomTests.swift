// SPDX-License-Identifier: Apache-2.0

import Sites
import Testing

@testable import FourM

@Suite struct `The headroom of an instance` {
  private typealias Basis = TrafficLoad.Basis

  private static func headroom(
    _ load: TrafficLoad,
    learned: Result<LearnedDemands, LearnedDemands.Unknown> = .success(LearnedDay().demands),
    connections: Double = 100,
    current: Double = 70,
    _ change: (inout TrafficModel) -> Void = { _ in }
  ) -> Headroom {
    var figures = InstanceFigures(loops: 2)
    figures.connections = connections
    figures.mostConnections = 10_000
    figures.descriptors = connections + 50
    figures.mostDescriptors = 20_000
    let expected = ExpectedTraffic(ModelledSite.model(change), of: "shop")
    return Headroom(of: load, learned, figures, current: current, sites: [expected])
  }

  /// As much as the model's routes have when all is steady.
  private static let steady = TrafficLoad(
    [ExpectedTraffic(ModelledSite.model(), of: "shop")],
    \.steady
  )

  @Test func `The headroom is the processor's if no other resource is nearer its limit`() throws {
    let headroom = Self.headroom(Self.steady)
    #expect(headroom.first?.name == "processor")
    // 80% of two cores, less what is used without requests, for 10 × 0.2 ms and 40 × 2 ms a second.
    let truth = (1.6 - 0.01) / 0.082
    #expect(abs(try #require(headroom.first?.factor) / truth - 1) < 0.05)
    let range = try #require(headroom.first?.range)
    #expect(range.least < truth && truth < range.most, "\(range), \(truth)")
    #expect(abs(try #require(headroom.sustainable) / (50 * truth) - 1) < 0.05)
  }

  @Test func `The headroom counts composing apart where it hides what requests cost`() throws {
    // Of 0.05 cores for the requests of a steady minute, composing adds from 0.06 to 0.6.
    let day = LearnedDay(composing: 0.03, misses: 1)
    #expect(throws: LearnedDemands.Unknown.self) {
      try day.demands.processor(Self.steady.rates) { fit throws(LearnedDemands.Unknown) in
        try fit.need(of: Self.steady.rates)
      }
    }
    let composed = day.windows.reduce(0) { $0 + $1.composed } / Double(day.windows.count)
    let headroom = Self.headroom(Self.steady, learned: .success(day.demands))
    let processor = try #require(headroom.limits.first { $0.name == "processor" })
    let factor = try #require(processor.factor)
    #expect(abs(factor / ((1.6 - 0.01 - composed * 0.03) / 0.082) - 1) < 0.05, "\(factor)")
  }

  @Test
  func `The processor may be used as far as promises were kept, unless the model declares it`()
    throws
  {
    var day = LearnedDay(loads: 20)
    let uses = day.windows.map(\.processor).sorted()
    let limit = uses[uses.count * 3 / 4]
    for number in day.windows.indices {
      day.windows[number].isKept = day.windows[number].processor <= limit
    }
    let learned = Self.headroom(Self.steady, learned: .success(day.demands))
    let processor = try #require(learned.first)
    #expect(abs(processor.usable / limit - 1) < 0.01 && processor.basis == .broken)
    #expect(abs(try #require(processor.factor) / ((limit - 0.01) / 0.082) - 1) < 0.05)
    let declared = Self.headroom(Self.steady, learned: .success(day.demands)) {
      $0.instance.utilization = 0.5
    }
    #expect(declared.first?.usable == 1 && declared.first?.basis == .declared)
    let table = FigureTable.text(of: [ModelTables.limits(learned, peak: nil)])
    #expect(table.contains("broken") && table.contains("assumed"))
  }

  /// A million bytes a second are 0.008 Gbit/s, and a request of the one route has 1,200, of the other
  /// 5,200; each of 70 requests a second has 100/70 connections; four of forty requests make two calls.
  private static let nearest: [(name: String, factor: Double)] = [
    ("egress", 800_000.0 / 220_000), ("connections", 1.12), ("backend catalog", 1.5),
  ]

  @Test(arguments: nearest)
  func `The headroom names the resource that is nearest to its limit`(
    name: String,
    factor: Double
  ) throws {
    let headroom = Self.headroom(Self.steady) { model in
      switch name {
      case "egress": model.instance.egress = 0.008
      case "connections": model.instance.connections = 100
      default: model.backends = [Self.catalog(12)]
      }
    }
    #expect(headroom.first?.name == name)
    #expect(abs(try #require(headroom.first?.factor) - factor) < 0.001)
  }

  private static func catalog(_ capacity: Double) -> TrafficModel.BackendCapacity {
    var backend = TrafficModel.BackendCapacity()
    (backend.name, backend.capacity) = ("catalog", capacity)
    return backend
  }

  @Test func `The headroom says what it does not know`() throws {
    let headroom = Self.headroom(
      Self.steady,
      learned: .failure(LearnedDemands.Unknown("there is no history")),
      current: 0.5
    ) { $0.routes[1].hits = nil }
    #expect(headroom.first == nil && headroom.sustainable == nil)
    #expect(headroom.unknown == ["processor", "connections", "descriptors"])
    #expect(headroom.verdict == "unknown")
    let tables = [
      ModelTables.verdict(headroom, of: .steady, peak: headroom),
      ModelTables.limits(headroom, peak: headroom),
    ]
    let text = FigureTable.text(of: tables)
    #expect(text.contains("there is no history"))
    #expect(text.contains("not enough data: less than one request a second now"))
  }

  @Test func `A service's headroom is unknown if a route does not declare its hits`() throws {
    let model = ModelledSite.model { model in
      model.routes[1].hits = nil
      model.backends = [Self.catalog(100)]
    }
    let expected = ExpectedTraffic(model, of: "shop")
    let headroom = Headroom(
      of: TrafficLoad([expected], \.peak),
      .success(LearnedDay().demands),
      InstanceFigures(loops: 1),
      current: 10,
      sites: [expected]
    )
    #expect(headroom.limits.last?.reason?.contains("no \"hits\"") == true)
  }

  @Test func `The headroom's verdict tells whether the peak is held`() {
    let peak = Self.headroom(
      TrafficLoad([ExpectedTraffic(ModelledSite.model(), of: "shop")], \.peak)
    )
    #expect(peak.verdict == "held")
    let small = Self.headroom(peak.load) { $0.instance.cores = 0.2 }
    #expect(small.verdict == "not held: processor")
  }
}
