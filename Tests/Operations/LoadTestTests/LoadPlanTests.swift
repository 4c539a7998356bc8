// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPClient
import HTTPValues
import LoadTest
import Measure
import Reactor
import Sites
import Testing
import TrafficTesting

@Suite struct `A load test that plays a model` {
  private static let origin = Origin(.http, host: "127.0.0.1", port: 8080)

  private func routes(
    _ model: TrafficModel,
    _ requests: String = "{}",
    times factor: Double = 1
  ) throws -> LoadPlan.Routes {
    try LoadPlan.Routes(
      of: model,
      \.peak,
      times: factor,
      requests: try LoadRequests(Array(requests.utf8), in: "requests.json5"),
      fields: ["user-agent": "bench"],
      to: Self.origin
    )
  }

  @Test func `A load plan has the model's rates and promises and the file's requests`() throws {
    let routes = try routes(
      ModelledSite.model(),
      """
      {
        values: { id: ["1", "a b", "3"], lang: ["en", "fr"] },
        routes: { "GET /items/{id}": { paths: ["/{lang}/items/{id}", "/x"], fields: { "x-a": "1" } } },
      }
      """,
      times: 2
    )
    #expect(routes.played.map(\.name) == ["GET /home", "GET /items/{id}"])
    #expect(routes.played.map(\.rate) == [60, 160])
    #expect(routes.played[1].promise?.within == .milliseconds(100))
    let calls = routes.played[1].calls
    #expect(
      calls.map(\.request.target) == ["/en/items/1", "/fr/items/a%20b", "/en/items/3", "/x"]
    )
    #expect(
      calls[0].request.fields["x-a"] == "1" && calls[0].request.fields["user-agent"] == "bench"
    )
    #expect(calls[0].request.authority == "127.0.0.1:8080")
    #expect(routes.left.isEmpty)
  }

  @Test func `A load plan leaves out unsafe routes unless the file says what is sent`() throws {
    let model = ModelledSite.model { model in
      var route = TrafficModel.Route(
        name: Placed(.init(method: "POST", path: "/orders"), at: FilePlace("site"))
      )
      (route.steady, route.peak) = (1, 2)
      model.routes = [model.routes[0], route]
    }
    let (without, with) = (
      try routes(model), try routes(model, #"{ routes: { "POST /orders": { body: "{}" } } }"#)
    )
    #expect(without.played.count == 1 && without.left.map(\.description) == ["POST /orders"])
    #expect(with.left.isEmpty && with.played[1].calls[0].body == Array("{}".utf8))
    #expect(with.played[1].calls[0].request.method == .post)
  }

  @Test(arguments: [
    ("{}", "nothing says what {id} is"),
    (
      #"{ values: { id: ["1"] }, routes: { "GET /other": {} } }"#,
      "GET /other, which is not in the model"
    ),
    (
      #"{ routes: { "GET /items/{id}": { paths: ["/{"] } } }"#, "the path /{ is no template"
    ),
    (
      #"{ routes: { "GET /items/{id}": { paths: ["/a"], fields: { "a b": "c" } } } }"#,
      "is no header field"
    ),
  ])
  func `A load plan is refused with the reason if a request cannot be made`(
    file: String,
    reason: String
  ) throws {
    #expect {
      try routes(ModelledSite.model(), file)
    } throws: { error in
      "\(error)".contains(reason)
    }
  }

  @Test(arguments: [
    ("{ value: {} }", "requests.json5:1:3"), ("{ routes: { \"items\": {} } }", "is no route"),
    ("[", "requests.json5:1:2"),
  ])
  func `A wrong file of load requests is refused with its place`(file: String, reason: String) {
    #expect {
      try LoadRequests(Array(file.utf8), in: "requests.json5")
    } throws: { error in
      "\(error)".contains(reason)
    }
  }
}

@Suite struct `A result of a load test` {
  private static func result(_ milliseconds: [Int64], failed: Int = 0) -> LoadResult {
    let request = Request(scheme: .http, authority: "a", target: "/<a>")
    let promise: TrafficModel.ServiceLevel = {
      var promise = TrafficModel.ServiceLevel()
      promise.within = .milliseconds(100)
      return promise
    }()
    let plan = LoadPlan(
      [LoadPlan.Route("GET /<a>", rate: 10, promise: promise, calls: [.init(request)])],
      for: .seconds(milliseconds.count + failed)
    )
    var run = OpenLoop(
      ArrivalSchedule([1], for: plan.duration),
      promised: [promise.within]
    )
    let before = LoadSnapshot(run)
    for milliseconds in milliseconds {
      guard let arrival = run.send(at: .max / 2) else { continue }
      run.answered(
        arrival,
        status: 200,
        bytes: 10,
        at: arrival.due + milliseconds * 1_000_000
      )
    }
    run.end(at: plan.duration.nanoseconds)
    let snapshot = LoadSnapshot(run)
    return LoadResult(
      plan: plan,
      snapshot: snapshot,
      seconds: Double(milliseconds.count + failed),
      samples: [1, 2].map { LoadResult.Sample(second: $0, snapshot, since: before) }
    )
  }

  @Test func `A load test's result passes if the promise was kept, and fails otherwise`() {
    let fast = [Int64](repeating: 5, count: 99)
    #expect(Self.result(fast + [200]).isPassed)
    #expect(!Self.result(fast + [200, 200]).isPassed)
    #expect(!Self.result(fast, failed: 1).isPassed)
    #expect(Self.result(fast + [200, 200]).verdict.hasPrefix("failed: GET /<a> broke its promise"))
  }

  @Test func `A load test's tables have the figures of its routes`() throws {
    let json = FigureTable.json(of: Self.result([5, 5, 5, 80], failed: 1).tables)
    let tables = try DataValue(reading: json.span, as: .json)
    guard case .array(let rows)? = tables["routes"]?.content, let row = rows.first else {
      Issue.record("\(String(decoding: json, as: UTF8.self))")
      return
    }
    #expect(row["answered"] == DataValue(.decimal(DataDecimal(0.8))))
    #expect(row["failed"] == DataValue(.integer(1)))
    #expect(row["sla"] == DataValue(.string("broken")))
  }

  @Test func `A load test's page escapes names and loads nothing from elsewhere`() {
    let page = Self.result([5, 6, 7, 80]).page("GET /<a> & more")
    #expect(page.contains("<h1>GET /&lt;a> &amp; more</h1>"))
    #expect(page.contains("<polyline") && !page.contains("<script"))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("nan"))
  }

  @Test func `A load test's model has what was measured, without failed routes`() throws {
    let text = Self.result([5, 5, 5, 80]).model
    let file = try DataValue(reading: Array(text.utf8).span, as: .json5)
    let route = file["model"]?["routes"]?["GET /<a>"]
    #expect(route?["steady"] == DataValue(.integer(1)))
    #expect(route?["sla"]?["within"] == DataValue(.string("80ms")))
    #expect(!Self.result([5], failed: 5).model.contains("GET"))
  }
}
