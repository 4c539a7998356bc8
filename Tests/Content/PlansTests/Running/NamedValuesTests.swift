// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Plans

@Suite struct `Named values` {
  @Test func `A named value is found by the last of equal names`() {
    let values = NamedValues(["a", "b", "a", "c"], ["1", "2", "3"])
    #expect(values["a"] == "3" && values["b"] == "2" && values["c"] == nil && values["d"] == nil)
  }

  @Test(arguments: [
    ("item-{id}", "item-7"), ("{id}{id}", "77"), ("{other}", "{other}"), ("{", "{"), ("}{", "}{"),
    ("plain", "plain"), ("{loop}", "{loop}x"),
  ])
  func `Placeholders in a text are replaced once by named values`(text: String, filled: String) {
    let values: NamedValues = ["id": "7", "loop": "{loop}x"]
    #expect(values.filling(text) == filled)
  }
}

@Suite struct `Short lists` {
  @Test(arguments: 0..<4)
  func `A short list holds the elements that were appended`(count: Int) {
    var list = ShortList<Int>()
    for number in 0..<count { list.append(number) }
    #expect(list.count == count && Array(list) == Array(0..<count))
    for index in list.indices { list[index] += 10 }
    #expect(Array(list) == Array(10..<10 + count))
    #expect(Array(ShortList(repeating: "a", count: count)) == Array(repeating: "a", count: count))
  }
}
