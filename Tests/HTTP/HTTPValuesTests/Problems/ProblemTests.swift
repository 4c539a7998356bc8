// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

extension ProblemType {
  fileprivate static let outOfCredit = ProblemType(
    uri: "https://example.com/probs/out-of-credit",
    title: "You do not have enough credit.",
    status: .forbidden
  )
  fileprivate static let soldOut = ProblemType(
    uri: "https://example.com/probs/sold-out",
    title: "Sold out.",
    status: .conflict
  )
}

@Suite struct `Problem details` {
  @Test func `A problem is written as a JSON object with its extensions in order`() {
    let problem = Problem(
      .outOfCredit,
      detail: "30 left, costs 50.",
      instance: "/account/12345/msgs/abc",
      extensions: [
        .init("balance", .integer(30)),
        .init("accounts", .list([.string("/a/1"), .string("/a/2")])),
        .init("more", .object([.init("a", .null), .init("b", .boolean(true))])),
      ]
    )
    #expect(
      problem.json.span.text == """
        {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.",\
        "status":403,"detail":"30 left, costs 50.","instance":"/account/12345/msgs/abc",\
        "balance":30,"accounts":["/a/1","/a/2"],"more":{"a":null,"b":true}}
        """
    )
  }

  @Test func `A problem without a type of its own has the title of its status`() {
    #expect(
      Problem(.plain(.notFound)).json.span.text
        == "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404}"
    )
    #expect(Problem(.soldOut, status: .gone).json.span.text.contains("\"status\":410"))
  }

  @Test func `An extension of a problem cannot replace a standard or an earlier member`() {
    let problem = Problem(
      .soldOut,
      extensions: [
        .init("status", .integer(200)), .init("detail", .string("x")), .init("a", .integer(1)),
        .init("a", .integer(2)),
      ]
    )
    #expect(
      problem.json.span.text
        == "{\"type\":\"https://example.com/probs/sold-out\",\"title\":\"Sold out.\",\"status\":409,\"a\":1}"
    )
  }

  @Test(arguments: [
    ("", "\"\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("\n\r\t", "\"\\n\\r\\t\""),
    ("\0\u{1}\u{1F}", "\"\\u0000\\u0001\\u001f\""),
    ("é\u{2028}🌷\u{7F}/", "\"é\u{2028}🌷\u{7F}/\""), ("\u{8}\u{C}", "\"\\b\\f\""),
  ])
  func `Strings in JSON are escaped where the standard demands it and nowhere else`(
    text: String,
    expected: String
  ) {
    var buffer: [UInt8] = []
    JSONValue.string(text).append(to: &buffer)
    #expect(buffer.span.text == expected)
    var object: [UInt8] = []
    JSONValue.object([.init(text, .integer(-1))]).append(to: &object)
    #expect(object.span.text == "{\(expected):-1}")
  }
}
