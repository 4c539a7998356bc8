// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import Testing

@Suite struct `Budgets of JSONPath queries` {
  private func outcome(_ query: String, on text: String, budget: Int) throws -> Int? {
    let document = try document(text)
    let path = try JSONPath(query)
    do throws(TextFault) {
      return try path.nodes(in: document, budget: budget).count
    } catch {
      #expect(error.seen == "more than \(budget) steps")
      return nil
    }
  }

  private static let numbers = "[" + (0..<2_000).map { "\($0)" }.joined(separator: ",") + "]"
  private static let deep =
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
  private static let long = "[\"" + String(repeating: "a", count: 50_000) + "\"]"
  private static let objects =
    "[" + (0..<200).map { "{\"a\\u0062\":[\($0)],\"b\":{\"c\":[1,2,3]}}" }.joined(separator: ",")
    + "]"
  private static let pattern = #"["\#(String(repeating: "(a|b)*", count: 500))"]"#

  @Test(arguments: [
    ("$[*]", numbers), ("$..*", numbers), ("$[::-1]", numbers), ("$[?@ == 1]", numbers),
    ("$[?@ < $[1999]]", numbers), ("$[?$[?@ == 7]]", numbers), ("$[?count($[*]) == 1]", numbers),
    ("$[?$ == 1, 0]", numbers), ("$[?count($..*) > 1 && count($..*) > 2]", numbers),
    ("$..*..*..*..*", deep), ("$..[?@..[?@..*]]", deep), ("$..[?@ == $]", deep),
    ("$[?match(@, '(a|aa)*b')]", long), ("$[?search(@, 'a*b')]", long),
    ("$[?length(@) == 1]", long),
    ("$[?$[?@ < $[0]]]", "[\(long.dropFirst().dropLast()),\(long.dropFirst().dropLast())]"),
    ("$[?$[?@ == $[-1]]]", objects), ("$[?match('abab', @)]", pattern),
  ])
  func `A JSONPath query beyond its budget of steps ends with a fault`(
    query: String,
    text: String
  ) throws {
    #expect(try outcome(query, on: text, budget: 500) == nil)
    #expect(try outcome(query, on: text, budget: 0) == nil)
  }

  @Test(arguments: [
    ("$[*]", numbers, 2_000, 2_000), ("$..*", numbers, 4_001, 2_000),
    ("$[::-1]", numbers, 2_001, 2_000),
    ("$[7]", numbers, 0, 1), ("$[0,1]", numbers, 252, 2),
  ])
  func `The steps of a JSONPath query are counted exactly`(
    query: String,
    text: String,
    steps: Int,
    nodes: Int
  ) throws {
    #expect(try outcome(query, on: text, budget: steps) == nodes)
    if steps > 0 { #expect(try outcome(query, on: text, budget: steps - 1) == nil) }
  }

  @Test(arguments: [
    ("$..*..*..*..*..*..*", deep), ("$..[?count(@..[?count(@..*) > 1]) > 1]", deep),
    ("$..[?count($..[?count($..*) == 1]) > 1]", numbers),
    ("$[?$[?$[?@ == 'x']]]", numbers), ("$[?$[?$ != $.x && @ < -1]]", numbers),
  ])
  func `The most expensive JSONPath queries end with a tenth of the usual budget`(
    query: String,
    text: String
  ) throws {
    #expect(try outcome(query, on: text, budget: 100_000) == nil)
  }

  @Test func `A JSONPath query for the first node stops there`() throws {
    let document = try document(Self.numbers)
    #expect(try JSONPath("$[*]").firstNode(in: document, budget: 1) != nil)
    #expect(try JSONPath("$..[?@ > 3]").firstNode(in: document, budget: 10) != nil)
    #expect(try JSONPath("$[?@ > 3][0]").nodes(in: document, budget: 10_000).isEmpty)
  }
}
