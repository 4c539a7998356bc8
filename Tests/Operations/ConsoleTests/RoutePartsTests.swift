// SPDX-License-Identifier: Apache-2.0

import Measure
import Message
import Signals
import Testing

@testable import Console

@Suite struct `The parts of a route's page` {
  private func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var html = HTMLWriter()
    write(&html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test func `Phases stand in their order, each behind the medians before it`() {
    var timers = FigureTable(
      "timers",
      [ColumnKey.name, .count, .p50, .p99].map { .init($0, "") }
    )
    func add(_ route: String, _ phase: String, _ median: Double, _ most: Double) {
      let labels = "site=shop,http_route=\(route),phase=\(phase)"
      timers.add([
        .text("portico_request_phase_duration_seconds{\(labels)}"), .count(4), .seconds(median),
        .seconds(most),
      ])
    }
    add("/items/{id}", "write", 0.01, 0.02)
    add("/items/{id}", "calls", 0.02, 0.07)
    add("/items", "lookup", 5, 5)
    add("/items/{id}", "lookup", 0.03, 0.03)
    let html = written { PhaseBars(timers, site: "shop", route: "/items/{id}").write(to: &$0) }
    let names = html.matches(of: /">(\w+)<\/span>/).map { String($0.1) }
    #expect(names == ["lookup", "calls", "write"], "\(html)")
    // The whole is the median of the lookup and the 99th percentile of the calls: 100 ms.
    #expect(html.contains(#"class="bar" x="300" y="2" width="200""#), "\(html)")
    #expect(html.contains(#"class="most" x="300" y="3" width="700""#), "\(html)")
    #expect(html.contains(#"class="bar" x="500" y="2" width="100""#), "\(html)")
    #expect(html.contains("aria-label=\"median 20ms, 99 of 100 70ms\""))
    let none = written { PhaseBars(timers, site: "garden", route: "/items/{id}").write(to: &$0) }
    #expect(none.contains("No phase of this route was measured"))
  }

  @Test func `Examples are requests about the median and the 99th percentile`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    for number in 1...100 {
      recorder.record(.request, .info, at: Int64(number), isNotable: false) { event in
        event.add(.requestID, "r\(number)")
        event.add(.path, "/items/\(number)")
        event.add(.duration, nanoseconds: Int64(number) * 1_000_000)
      }
    }
    var reader = EventReader(log)
    let records = try reader.read()
    let examples = RouteExamples("/items/{id}", site: "shop")
    func html(_ records: [EventRecord]) -> String {
      let inspection = Inspection(
        at: 1,
        version: "1",
        sites: ["shop"],
        reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
        [examples.report: .events(records, oldest: nil)]
      )
      return written { examples.write(inspection, to: &$0) }
    }
    let shown = html(records)
    #expect(shown.contains("Half took at most 50ms for calls"), "\(shown)")
    #expect(shown.contains("99 of 100 took at most 99ms for calls"))
    let pages = Set(shown.matches(of: /href="\/log\/r(\d+)"/).compactMap { Int($0.1) })
    #expect(pages == [49, 50, 51, 98, 99, 100], "\(pages)")
    #expect(html(Array(records.prefix(9))).contains("Fewer than 10 requests"))
  }
}
