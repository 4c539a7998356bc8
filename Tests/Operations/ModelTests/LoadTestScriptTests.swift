// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import FolderTesting
import Foundation
import Model
import ProgramTesting
import Sites
import Testing
import TrafficTesting

@Suite(.timeLimit(.minutes(5))) struct `The script of k6 that follows from a model` {
  /// A module that stands for k6's, and writes down what it is asked for.
  private static let stub = """
    export default {
      expectedStatuses: (range) => range,
      setResponseCallback: (range) => { globalThis.expected = range; },
      request: (method, url, body, params) => ({ method, url, body, params }),
    };
    """

  private static let runner = """
    globalThis.__ENV = { BASE: "https://shop.example", ROUTE: "r1" };
    const script = await import("./loadtest.mjs");
    console.log(JSON.stringify({
      options: script.options, asked: script.ask(), expected: globalThis.expected,
    }));
    """

  /// The output of the script when it is run in Node.
  private func said(_ script: LoadTestScript) async throws -> DataValue {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/k6"
    try Files.makeFolder("\(folder)/node_modules/k6")
    for (path, text) in [
      ("loadtest.mjs", script.text), ("run.mjs", Self.runner),
      ("node_modules/k6/http.js", Self.stub),
      ("node_modules/k6/package.json", #"{"type":"module","exports":{"./http":"./http.js"}}"#),
    ] {
      try Files.write(Array(text.utf8), to: "\(folder)/\(path)")
    }
    let outcome = try await Program("node").run(["\(folder)/run.mjs"], seconds: 30)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try DataValue(reading: Array(outcome.output.utf8).span, as: .json)
  }

  private func number(_ value: DataValue?) -> Double? {
    switch value?.content {
    case .integer(let integer)?: Double(integer)
    case .decimal(let decimal)?: decimal.value
    default: nil
    }
  }

  @Test
  func `The k6 script has the model's rates for all instances, and its promises`() async throws {
    let model = ModelledSite.model { model in
      model.instance.count = 3
      model.routes[0].steady = 0.25
    }
    let said = try await said(LoadTestScript([ExpectedTraffic(model, of: "shop")]))
    let scenarios = try #require(said["options"]?["scenarios"])
    for (name, rate) in [
      ("steady_r0", 0.25), ("peak_r0", 30), ("steady_r1", 40), ("peak_r1", 80),
    ] {
      let scenario = try #require(scenarios[name])
      #expect(scenario["timeUnit"] == DataValue(.string("100s")))
      #expect(abs(try #require(number(scenario["rate"])) / 100 - rate) < 0.005, "\(name)")
    }
    let thresholds = try #require(said["options"]?["thresholds"])
    #expect(
      thresholds["http_req_duration{route:r1}"]
        == DataValue(.array([DataValue(.string("p(99)<=100"))]))
    )
    #expect(
      thresholds["http_req_failed{route:r1}"]
        == DataValue(.array([DataValue(.string("rate<=0.001"))]))
    )
  }

  @Test func `The k6 script asks for paths with values for their parameters`() async throws {
    let expected = ExpectedTraffic(ModelledSite.model(), of: "shop")
    let said = try await said(LoadTestScript([expected]))
    #expect(said["asked"]?["url"] == DataValue(.string("https://shop.example/items/1")))
    #expect(said["asked"]?["method"] == DataValue(.string("GET")))
    #expect(number(said["expected"]?["max"]) == 499)
  }
}
