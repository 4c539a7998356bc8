// SPDX-License-Identifier: Apache-2.0

import Monitor
import Testing

@Suite struct `The history of several nodes` {
  private static let counter = """
    {"from":60,"to":180,"step":60,"series":[
    {"series":"portico_answers_total{source=hit}","name":"portico_answers_total","labels":{"source":"hit"},\
    "kind":"counter","unit":"none","columns":["time","rate"],"points":[[60,2],[120,null]],\
    "compare":{"1d":[[60,0.5]]}}],
    "annotations":[{"time":70,"kind":"deploy","text":"2.1","site":"shop"}]}

    """

  private static func answer(_ series: String) -> String {
    #"{"from":60,"to":180,"step":60,"series":[\#(series)],"annotations":[]}"#
  }

  private func joined(_ texts: String...) throws -> HistoryAnswer {
    let answers = try zip(["a", "b", "c"], texts).map { node, text in
      (node, try #require(HistoryAnswer(reading: Array(text.utf8)), "\(text)"))
    }
    return try #require(HistoryAnswer.joined(answers))
  }

  /// The figures of a series at its first time.
  private func first(_ answer: HistoryAnswer, _ labels: String) -> [Double?]? {
    answer.lines.first { $0.text.hasSuffix(labels) }?.points.first?.points.first?.values
  }

  @Test func `An answer is read as it was written`() throws {
    let answer = try #require(HistoryAnswer(reading: Array(Self.counter.utf8)))
    #expect(String(decoding: answer.json, as: UTF8.self) == Self.counter)
  }

  @Test(arguments: ["", "[]", #"{"from":1,"to":2,"step":0,"series":[]}"#, #"{"series":[]}"#])
  func `What is no answer is none`(_ text: String) {
    #expect(HistoryAnswer(reading: Array(text.utf8)) == nil)
  }

  @Test func `Rates of several nodes have a sum, at earlier times too, and each its own line`()
    throws
  {
    let all = try joined(Self.counter, Self.counter.replacing("[120,null]", with: "[120,3]"))
    #expect(
      all.lines.map(\.text)
        == ["*", "a", "b"].map {
          "portico_answers_total{source=hit,node=\($0)}"
        }
    )
    let sum = try #require(all.lines.first)
    #expect(sum.isOfAllNodes && !all.lines[1].isOfAllNodes)
    #expect(sum.points.map(\.shift) == [nil, "1d"])
    #expect(sum.points[0].points.map(\.values) == [[4], [3]])
    #expect(sum.points[1].points.map(\.values) == [[1]])
    #expect(all.annotations.map(\.text) == ["2.1"])
  }

  @Test func `A series that one node has stands without a sum`() throws {
    let other = Self.counter.replacing("source", with: "kind")
    #expect(try joined(Self.counter, other).lines.map(\.isOfAllNodes) == [false, false])
  }

  @Test func `Means are weighted by their rates, and percentiles do not add up`() throws {
    func waits(_ rate: Int, _ mean: Int) -> String {
      Self.answer(
        #"""
        {"name":"portico_wait_seconds","labels":{},"kind":"histogram","unit":"seconds",
        "columns":["time","rate","mean","p99"],"points":[[60,\#(rate),\#(mean),9]]}
        """#
      )
    }
    let all = try joined(waits(1, 2), waits(3, 6), waits(0, 0))
    #expect(first(all, "{node=*}") == [4, 5, nil])
    #expect(first(all, "{node=b}") == [3, 6, 9])
  }

  @Test(arguments: [("bytes", [5, nil, nil]), ("ratio", nil)])
  func `Amounts add up, and shares do not`(_ unit: String, _ sum: [Double?]?) throws {
    func gauge(_ value: Int) -> String {
      Self.answer(
        #"""
        {"name":"portico_gauge","labels":{},"kind":"gauge","unit":"\#(unit)",
        "columns":["time","last","min","max"],"points":[[60,\#(value),1,9]]}
        """#
      )
    }
    #expect(first(try joined(gauge(2), gauge(3)), "{node=*}") == sum)
  }
}
