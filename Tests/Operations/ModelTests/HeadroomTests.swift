// SPDX-License-Identifier: Apache-2.0

import Bytes
import Monitor
import Sites
import Testing
import TrafficTesting

@testable import Measure
@testable import Model

@Suite struct `The headroom of an instance` {
  private typealias Basis = TrafficLoad.Basis

  private static func headroom(
    _ load: TrafficLoad,
    capacity: ModelReport.Capacity = .success(MeasuredDay.usual.capacity),
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
    return Headroom(of: load, capacity, figures, current: current, sites: [expected])
  }

  /// As much as the model's routes have when all is steady.
  private static let steady = TrafficLoad(
    [ExpectedTraffic(ModelledSite.model(), of: "shop")],
    \.steady
  )

  @Test func `The headroom is the processor's if no other resource is nearer its limit`() throws {
    let headroom = Self.headroom(Self.steady)
    #expect(headroom.first?.name == "processor")
    // 80% of two cores for 46 × 0.2 ms and 4 × 2 ms a second.
    let truth = 1.6 / 0.0172
    #expect(abs(try #require(headroom.first?.factor) / truth - 1) < 0.06)
    #expect(abs(try #require(headroom.sustainable) / (50 * truth) - 1) < 0.06)
  }

  @Test
  func `The processor may be used as far as promises were kept, unless the model declares it`()
    throws
  {
    var day = MeasuredDay.usual
    for number in day.minutes.indices {
      day.minutes[number].isKept = day.minutes[number].processor <= 0.5
    }
    let held = try #require(day.capacity.held).processor
    let measured = Self.headroom(Self.steady, capacity: .success(day.capacity))
    let processor = try #require(measured.first)
    #expect(abs(processor.usable / held - 1) < 1e-9 && processor.basis == .measured)
    let declared = Self.headroom(Self.steady, capacity: .success(day.capacity)) {
      $0.instance.utilization = 0.5
    }
    #expect(declared.first?.usable == 1 && declared.first?.basis == .declared)
    // Half of a core is more than the 80% that are assumed of so few.
    let small = Self.headroom(Self.steady, capacity: .success(day.capacity)) {
      $0.instance.cores = 0.5
    }
    #expect(small.first?.basis == .assumed)
    let table = FigureTable.text(of: [ModelTables.limits(measured, peak: nil)])
    #expect(table.contains("measured") && table.contains("assumed"))
  }

  @Test func `The tables have what requests cost, and the busiest minutes`() throws {
    var day = MeasuredDay.usual
    for number in day.minutes.indices { day.minutes[number].isKept = true }
    let costs = FigureTable.text(of: [ModelTables.costs(day.capacity.costs, Self.steady)])
    #expect(costs.contains(/kept +[0-9]+us +10 +46\/s/), "\(costs)")
    #expect(costs.contains(/composed +[0-9.]+ms +10 +4\/s/), "\(costs)")
    let busiest = FigureTable.text(of: [ModelTables.busiest(day.capacity)])
    #expect(busiest.contains(/kept +2027-01-14T20:[0-9:]+Z/), "\(busiest)")
    let unknown = ModelTables.costs(.failure(PlainError("no history")), Self.steady)
    #expect(FigureTable.text(of: [unknown]).contains("no history"))
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
      capacity: .failure(PlainError("there is no history")),
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
      .success(MeasuredDay.usual.capacity),
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
    let small = Self.headroom(peak.load) { $0.instance.cores = 0.02 }
    #expect(small.verdict == "not held: processor")
  }
}
