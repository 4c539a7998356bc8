// SPDX-License-Identifier: Apache-2.0

import Bytes
import Editions
import Files
import FolderTesting
import Foundation
import Learning
import Testing

@Suite struct `A sketch of traffic` {
  private static let begin: Int64 = 1_800_000_000

  private static func answer(_ route: String, thing: UInt64? = nil) -> TrafficSketch.Answer {
    TrafficSketch.Answer(
      route: route,
      audience: "en",
      isByFields: false,
      form: "json;gzip",
      thing: thing
    )
  }

  @Test func `knows the last day and nothing older`() {
    var sketch = TrafficSketch()
    for hour in 0..<30 {
      sketch.add(Self.answer("home"), 10, bytes: 100, at: Self.begin + Int64(hour) * 3_600)
    }
    #expect(sketch.answers[Self.answer("home")]?.total == 240)
    #expect(sketch.knownHours == 24)
    sketch.add(Self.answer("terms"), 1, bytes: 1, at: Self.begin + 60 * 3_600)
    #expect(sketch.answers[Self.answer("home")] == nil)
  }

  @Test func `has no more answers than it may, and weighs the things that it keeps`() {
    var sketch = TrafficSketch()
    let things = 3 * TrafficSketch.maximumAnswers
    for number in 0..<things {
      let thing = TrafficSketch.hash(["\(number)"])
      sketch.add(Self.answer("items/{id}", thing: thing), 2, bytes: 100, at: Self.begin)
    }
    sketch.add(Self.answer("home"), 7, bytes: 100, at: Self.begin)
    #expect(sketch.answers.count <= TrafficSketch.maximumAnswers)
    #expect(sketch.answers[Self.answer("home")]?.total == 7)
    #expect(sketch.weight == 4)
    let kept = sketch.answers.keys.count { $0.thing != nil }
    #expect(abs(Double(kept) * sketch.weight / Double(things) - 1) < 0.05)
    // All that is kept is kept with all its requests.
    #expect(sketch.answers.allSatisfy { $0.key.thing == nil || $0.value.total == 2 })
  }

  @Test func `counts what there is no room for where nothing can be left out`() {
    var sketch = TrafficSketch()
    for number in 0...TrafficSketch.maximumAnswers {
      sketch.add(Self.answer("screens/\(number)"), 3, bytes: 1, at: Self.begin)
    }
    #expect(sketch.answers.count == TrafficSketch.maximumAnswers && sketch.uncounted == 3)
  }

  @Test func `is the same after it was kept and read again`() throws {
    var sketch = TrafficSketch()
    sketch.add(Self.answer("home"), 10, bytes: 100, at: Self.begin)
    sketch.add(Self.answer("items/{id}", thing: .max), 4, bytes: 50, at: Self.begin + 7_200)
    sketch.add(visitor: #"languages="fr-CA,de", country="AT""#, 16)
    sketch.add(call: "shop/item", seconds: 300, bytes: 4_000)
    sketch.edition = "0123456789abcdef"
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/learned"
    #expect(try TrafficSketch(keptIn: folder) == nil)
    try sketch.keep(in: folder)
    #expect(try TrafficSketch(keptIn: folder) == sketch)
  }

  @Test(arguments: [
    "no json",
    #"{"format":"portico traffic","version":2,"newest":1,"oldest":1,"largestThing":"f"}"#,
    #"{"format":"portico traffic","version":1,"newest":1,"oldest":1,"largestThing":"f"}"#
      + "\n{\"route\":\"home\"}",
  ])
  func `that is no file of its version is refused with its path`(_ text: String) throws {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/learned"
    try Files.makeFolder(folder)
    try Files.write(Array(text.utf8), to: "\(folder)/traffic")
    let error = #expect(throws: PlainError.self) {
      try TrafficSketch(keptIn: folder)
    }
    #expect(error?.description.contains("/traffic") == true)
  }
}
