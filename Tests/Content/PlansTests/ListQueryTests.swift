// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues
import Plans
import Testing

@Suite struct `Queries of lists` {
  private static let list: ListDeclaration = {
    var list = ListDeclaration()
    for name in ["a", "b"] {
      var key = ListDeclaration.Key(name)
      key.value = DataValue(.string("@.\(name)"))
      list.keys.append(key)
    }
    return list
  }()

  private func canonical(_ query: String) throws -> String {
    let read = QueryParameters(query.utf8Span.span)
    let given = try #require(read)
    return QueryParameters(try ListQuery(given, Self.list).pairs(Self.list)).description
  }

  @Test(arguments: [
    ("", ""), ("offset=0&limit=20&other=1", ""), ("limit=21&offset=1", "offset=1&limit=21"),
    ("where=b,equal,1&where=a,equal,2", "where=a,equal,2&where=b,equal,1"),
    ("where=a,equal,1&where=a,equal,1.0", "where=a,equal,1"),
    ("where=a,in,c,1,b,c,%22b%22,1e0", "where=a,in,1,b,c"),
    ("where=a,equal,%22x%22", "where=a,equal,x"),
    ("where=a,equal,%221%22", "where=a,equal,%221%22"),
    ("where=a,equal,", "where=a,equal,%22%22"), ("where=a,equal,true", "where=a,equal,true"),
    ("where=a,contains,1.0", "where=a,contains,1.0"), ("where=a,equal,x,y", "where=a,equal,x,y"),
    ("where=a,in,%22x,y%22,z", "where=a,in,%22x,y%22,z"), ("where=a,exists", "where=a,exists,true"),
    ("where=a,contains,%22%5C%22%22", "where=a,contains,%22%5C%22%22"),
    ("where=a,equal,e%CC%81&where=a,equal,%C3%A9", "where=a,equal,e%CC%81&where=a,equal,%C3%A9"),
    ("sort=b,-a", "sort=b,-a"),
  ])
  func `A list query in a URL has one canonical form`(query: String, form: String) throws {
    #expect(try canonical(query) == form)
    #expect(try canonical(form) == form)
  }

  @Test func `A list query in a body means the same as in a URL`() throws {
    let body = """
      {"offset":1,"limit":21,"sort":[{"key":"b"},{"key":"a","ascending":false}],"predicates":[
       {"key":"b","qualifier":"exists"},{"key":"a","qualifier":"equal","value":"1"},
       {"key":"a","qualifier":"in","value":[null,true,"x,y",1.50]}]}
      """
    let asked = try FetchRequest(
      body: Array(body.utf8),
      as: .json,
      of: Plan(),
      Self.list,
      path: "list"
    )
    #expect(
      QueryParameters(asked.list.pairs(Self.list)).description
        == "offset=1&limit=21&sort=b,-a&where=a,equal,%221%22&where=a,in,%22x,y%22,1.5,null,true"
        + "&where=b,exists,true"
    )
  }

  @Test(arguments: [
    ("EQUALS", "equal"), ("equal", "equal"), ("==", "equal"), ("EQUAL_TO", "equal"),
    ("NOT_EQUALS", "notEqual"), ("<>", "notEqual"), ("LESS_THAN", "lessThan"), ("<", "lessThan"),
    ("LESS_THAN_OR_EQUALS", "lessThanOrEqual"), ("lessThanOrEqualTo", "lessThanOrEqual"),
    ("GREATER_THAN", "greaterThan"), (">=", "greaterThanOrEqual"),
    ("GREATER THAN OR EQUAL TO", "greaterThanOrEqual"), ("BEGINSWITH", "beginsWith"),
    ("BEGINS_WITH", "beginsWith"), ("ENDSWITH[c]", "endsWithIgnoringCase"),
    ("CONTAINS[c]", "containsIgnoringCase"), ("==[c]", "equalIgnoringCase"),
    ("EQUALS[c]", "equalIgnoringCase"),
  ])
  func `A qualifier of a list query is accepted by its names in Core Data and WebObjects`(
    word: String,
    qualifier: String
  ) throws {
    let asked = try ListQuery(QueryParameters([.init("where", "a,\(word),x")]), Self.list)
    #expect(asked.pairs(Self.list).map(\.value) == ["a,\(qualifier),x"])
  }

  @Test(arguments: ["LIKE", "MATCHES", "IN[c]", "LESS_THAN[c]", "CONTAINS[d]", "", "[c]"])
  func `An unknown qualifier of a list query is refused`(word: String) throws {
    #expect(throws: PlainError.self) {
      try ListQuery(QueryParameters([.init("where", "a,\(word),x")]), Self.list)
    }
  }

  @Test func `A list query longer than the limit of its URL is refused`() throws {
    let long = (0..<16).map { "where=a,equal,\($0)\(String(repeating: "%C3%A9", count: 100))" }
    #expect {
      try canonical(long.joined(separator: "&"))
    } throws: { error in
      (error as? PlainError)?.description.hasSuffix("as a URL; expected at most 4096 bytes")
        ?? false
    }
  }
}
