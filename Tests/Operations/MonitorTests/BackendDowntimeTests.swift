// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import Measure
import Monitor
import Signals
import Testing
import TrafficTesting

@Suite struct `The downtime of services` {
  private static let place = BackendFigures.Place(site: "", backend: "stock")

  /// A process with two loops, whose circuits for one service the test opens.
  private struct Service {
    let process: RecordedProcess
    let circuits: SignalFamily<Gauge>
    let endpoints: SignalFamily<Gauge>
    let unreachable: SignalFamily<Gauge>

    init(_ folder: String) throws {
      process = try RecordedProcess(folder)
      let backend = SignalLabel("backend", ["stock"])
      circuits = try process.registry.gauges(
        "portico_backend_circuit_state",
        "Circuits.",
        labels: [backend, SignalLabel("state", ["closed", "open", "half_open"])]
      )
      endpoints = try process.registry.gauges(
        "portico_backend_endpoints",
        "Endpoints.",
        labels: [backend]
      )
      unreachable = try process.registry.gauges(
        "portico_backend_unreachable",
        "Unreachable.",
        labels: [backend]
      )
    }

    /// Sets the loops whose circuit is closed and open, and the endpoints.
    func set(closed: Int, open: Int, endpoints count: Int) {
      let shard = process.shard
      shard.adjust(circuits[0, 0], by: closed - Int(process.registry.value(of: circuits[0, 0])))
      shard.adjust(circuits[0, 1], by: open - Int(process.registry.value(of: circuits[0, 1])))
      shard.adjust(endpoints[0], by: count - Int(process.registry.value(of: endpoints[0])))
    }

    func downtime() throws -> BackendDowntime? {
      try #require(process.monitor.downtimes(now: Int(process.now) + 1))[place]
    }
  }

  private func withService(_ body: (Service) throws -> Void) throws {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    try body(try Service(folder))
  }

  @Test func `A service is down while any circuit is open or no endpoint is left`() throws {
    try withService { service in
      service.set(closed: 2, open: 0, endpoints: 4)
      service.process.run(100)
      service.set(closed: 1, open: 1, endpoints: 4)
      service.process.run(7)
      service.set(closed: 2, open: 0, endpoints: 0)
      service.process.run(5)
      service.set(closed: 2, open: 0, endpoints: 1)
      service.process.run(50)
      let downtime = try #require(try service.downtime())
      #expect(downtime.hour.down == 12)
      #expect(downtime.hour.known == 162)
      #expect(downtime.day == downtime.hour)
    }
  }

  @Test func `A service is down while none of its endpoints accepts connections`() throws {
    try withService { service in
      service.set(closed: 2, open: 0, endpoints: 2)
      service.process.run(20)
      service.process.shard.adjust(service.unreachable[0], by: 1)
      service.process.run(9)
      service.process.shard.adjust(service.unreachable[0], by: -1)
      service.process.run(20)
      let downtime = try service.downtime()
      #expect(downtime?.hour.down == 9)
    }
  }

  @Test func `Downtime of more than an hour ago counts for the day alone`() throws {
    try withService { service in
      service.set(closed: 0, open: 2, endpoints: 2)
      service.process.run(60)
      service.set(closed: 2, open: 0, endpoints: 2)
      service.process.run(7_200)
      let downtime = try #require(try service.downtime())
      #expect(downtime.hour.down == 0)
      #expect(abs(downtime.day.down - 60) <= 10)
      #expect(downtime.day.known > 7_200)
    }
  }

  @Test func `Time in which no loop knows the service is not known`() throws {
    try withService { service in
      service.set(closed: 1, open: 0, endpoints: 1)
      service.process.run(10)
      service.set(closed: 0, open: 0, endpoints: 0)
      service.process.run(30)
      let downtime = try #require(try service.downtime())
      #expect(downtime.hour.known == 10)
      #expect(downtime.hour.down == 0)
    }
  }
}
