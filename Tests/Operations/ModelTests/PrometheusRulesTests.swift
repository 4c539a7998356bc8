// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Files
import FolderTesting
import Foundation
import ProgramTesting
import Sites
import Testing
import TrafficTesting

@testable import Model

@Suite(.timeLimit(.minutes(5))) struct `Rules of Prometheus that follow from a model` {
  private static func expected() -> ExpectedTraffic {
    let model = ModelledSite.model { model in
      model.instance.count = 2
      var catalog = TrafficModel.BackendCapacity()
      (catalog.name, catalog.capacity) = ("catalog", 800)
      model.backends = [catalog]
      // Only the slowest windows can burn a budget that is so large.
      model.routes[1].promise?.percentile = 90
      var odd = TrafficModel.Route(
        name: Placed(
          TrafficModel.RouteName(method: "POST", path: #"/odd/"quoted"\path"#),
          at: model.routes[0].name.place
        )
      )
      (odd.steady, odd.peak, odd.importance) = (1, 2, .low)
      odd.promise = TrafficModel.ServiceLevel()
      model.routes.append(odd)
    }
    return ExpectedTraffic(model, of: "shop")
  }

  private func inFolder(_ run: (String) async throws -> Void) async throws {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/rules"
    try Files.makeFolder(folder)
    try await run(folder)
  }

  @Test func `The Prometheus rules pass promtool with the test made beside them`() async throws {
    let rules = PrometheusRules([Self.expected()])
    try await inFolder { folder in
      let (file, test) = ("\(folder)/portico.rules.yml", "\(folder)/portico.test.yml")
      try Files.write(Array(rules.text.utf8), to: file)
      try Files.write(Array(rules.test(of: "portico.rules.yml").utf8), to: test)
      let checked = try await Program("promtool").run(["check", "rules", file], seconds: 60)
      #expect(checked.status == 0, "\(checked.output) \(checked.errors)")
      let tested = try await Program("promtool").run(["test", "rules", test], seconds: 60)
      #expect(tested.status == 0, "\(tested.output) \(tested.errors)")
    }
  }

  @Test func `Changed Prometheus rules fail the test made beside them`() async throws {
    let rules = PrometheusRules([Self.expected()])
    let changed = rules.text.replacing("error_type=~\\\"5..\\\"", with: "error_type=~\\\"4..\\\"")
    #expect(changed != rules.text)
    try await inFolder { folder in
      let test = "\(folder)/portico.test.yml"
      try Files.write(Array(changed.utf8), to: "\(folder)/portico.rules.yml")
      try Files.write(Array(rules.test(of: "portico.rules.yml").utf8), to: test)
      let tested = try await Program("promtool").run(["test", "rules", test], seconds: 60)
      #expect(tested.status != 0)
    }
  }

  @Test func `The Prometheus rules have the rates of all instances and the alert windows`() {
    let rules = PrometheusRules([Self.expected()])
    #expect(
      rules.text.contains(
        #"expr: "portico:requests:rate5m{site=\"shop\",route=\"GET /items/{id}\"} > 80.0""#
      )
    )
    #expect(
      rules.text.contains(
        #"portico:backend_calls:rate5m{site=\"shop\",backend=\"catalog\"} > 800.0"#
      )
    )
    #expect(
      rules.indicators.map { "\($0.name) \($0.windows.map(\.longSpan))" } == [
        "availability [\"1h\", \"6h\", \"3d\"]", "latency [\"6h\", \"3d\"]",
        "availability [\"1h\", \"6h\", \"3d\"]",
      ]
    )
    // A tenth of a second is the border at the promised time.
    #expect(rules.indicators[1].bound == "0.1")
  }
}
