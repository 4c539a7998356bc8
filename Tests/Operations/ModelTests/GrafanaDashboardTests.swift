// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Sites
import Testing
import TrafficTesting

@testable import Model

@Suite struct `The dashboard of Grafana that follows from a model` {
  private static let model = ModelledSite.model { model in
    model.instance.count = 2
    model.instance.cores = 4
    var capacity = TrafficModel.BackendCapacity()
    (capacity.name, capacity.capacity) = ("catalog", 800)
    model.backends = [capacity]
  }

  private let dashboard = GrafanaDashboard([ExpectedTraffic(model, of: "shop")])

  private func panel(_ row: String, _ title: String) -> GrafanaDashboard.Panel? {
    dashboard.rows.first { $0.title == row }?.panels.first { $0.title == title }
  }

  @Test func `The Grafana dashboard shows the model's rates beside the measured ones`() {
    let requests = panel("GET /items/{id}", "Requests")
    #expect(requests?.lines.map(\.name) == ["requests", "steady", "peak"])
    #expect(requests?.lines.dropFirst().map(\.query) == ["vector(40.0)", "vector(80.0)"])
    #expect(
      panel("GET /items/{id}", "Latency of 99%")?.lines.last?.query == "vector(0.1)"
    )
    #expect(panel("GET /items/{id}", "Failures")?.lines.last?.query == "vector(0.001)")
    #expect(panel("Site shop", "Calls to catalog")?.lines.last?.query == "vector(800.0)")
    #expect(panel("Instances", "Processor")?.lines.last?.query == "vector(3.2)")
  }

  @Test func `The Grafana dashboard draws no line that the model does not declare`() {
    #expect(panel("GET /home", "Latency of 99%")?.lines.count == 1)
    #expect(panel("GET /home", "Failures")?.lines.count == 1)
    #expect(panel("Instances", "Sent")?.lines.count == 1)
  }

  @Test func `The Grafana dashboard's panels do not overlap and have their own numbers`() throws {
    let json = try DataValue(reading: Array(dashboard.text.utf8).span, as: .json)
    guard case .array(let panels)? = json["panels"]?.content else {
      Issue.record("\(dashboard.text)")
      return
    }
    var cells: Set<[Int64]> = []
    var numbers: Set<Int64> = []
    for panel in panels {
      func number(_ value: DataValue?) -> Int64 {
        if case .integer(let number)? = value?.content { number } else { -1 }
      }
      let place = panel["gridPos"]
      numbers.insert(number(panel["id"]))
      let (left, width) = (number(place?["x"]), number(place?["w"]))
      let (top, height) = (number(place?["y"]), number(place?["h"]))
      #expect(left >= 0 && left + width <= 24)
      for x in left..<left + width {
        for y in top..<top + height { #expect(cells.insert([x, y]).inserted, "\(panel)") }
      }
    }
    #expect(numbers.count == panels.count && panels.count == (1 + 3) + 2 * (1 + 3) + (1 + 6))
  }
}
