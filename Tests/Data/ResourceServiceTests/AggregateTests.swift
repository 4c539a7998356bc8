// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Testing

@Suite struct `Figures of records over HTTP` {
  @Test func `Figures are answered for each value of an attribute, and for all records`() throws {
    let under = try ServiceUnderTest()
    for (name, colour, price) in [("A", "red", 2), ("B", "red", 4), ("C", "white", 6)] {
      _ = try under.create([
        "name": .text(name), "colour": .text(colour), "price": .integer(Int64(price)),
      ])
    }
    let path = "/v1/flowers:aggregate"
    let groups = try under.send(.get, "\(path)?by=colour&sum=price&max=name&filter=price%3E2")
    #expect(groups.status == 200 && groups.json["hasMore"] == false)
    let expected: DataValue = [
      ["colour": "red", "_count": 1, "_sum": ["price": 4], "_max": ["name": "B"]],
      ["colour": "white", "_count": 1, "_sum": ["price": 6], "_max": ["name": "C"]],
    ]
    #expect(groups.json["data"] == expected, "\(groups.json)")
    let all = try under.send(.get, "\(path)?avg=price")
    #expect(all.json["data"] == [["_count": 3, "_avg": ["price": 4]]])
    #expect(all.fields["surrogate-key"] == "records records-flowers")
    for (query, detail) in [
      ("by=color", "did you mean colour?"), ("sum=name", "sum has name"),
      ("by=tags", "by has tags"),
      ("by=name,name", "each once"), ("group=name", "is no parameter"),
    ] {
      let refused = try under.send(.get, "\(path)?\(query)")
      #expect(refused.status == 400 && refused.json["code"] == "bad-parameter", "\(query)")
      #expect(refused.json["detail"]?.string?.contains(detail) == true, "\(refused.json)")
    }
  }
}
