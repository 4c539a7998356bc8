// SPDX-License-Identifier: Apache-2.0

import Filters
import Testing

@Suite struct `Filters with regular expressions` {
  private static let schema = FilterSchema(
    SampleRecord.schema.fields + [FilterField("request", .text)],
    hasExpressions: true,
    open: [FilterField("request", .text)]
  )

  @Test(arguments: [
    (#"path =~ "Items""#, true), (#"path =~ "^/[a-z.]+/Items/\d+$""#, true),
    (#"path =~ '^/Items'"#, false), (#"path !~ "Items""#, false), (#"path !~ "users""#, true),
    (#"NOT path =~ "Items""#, false), (#"status = 503 AND path =~ "(?:Items|users)\/\d""#, true),
    (#"backends.name =~ "^cat""#, true), (#"backends.name !~ "^cat""#, false),
    (#"path =~ "[\d\w]+""#, true), (#"path =~ "\s""#, false), (#"path=~"Items""#, true),
  ])
  func `An expression holds where it matches a part of a text`(
    _ text: String,
    _ holds: Bool
  ) throws {
    let filter = try Filter(text, schema: Self.schema)
    #expect(filter.matches(SampleRecord.failed) == holds)
    let again = try Filter(filter.description, schema: Self.schema)
    #expect(again == filter, "\(filter)")
  }

  @Test(arguments: [
    (#"path =~ "a(""#, "the regular expression has a fault at"),
    ("path =~ Items", "expected a regular expression in quotes"),
    (#"status =~ "5..""#, "status is integer; expected a text"),
    (#"path =~ "a"#, "the expression is not closed"),
  ])
  func `An expression that cannot be used is refused with the reason`(
    _ text: String,
    _ reason: String
  ) {
    let error = #expect(throws: FilterError.self) { try Filter(text, schema: Self.schema) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `A schema without expressions has none, and one without open fields neither`() throws {
    // Without expressions this is a comparison with a text that begins with a tilde.
    let filter = try Filter(#"path =~a"#, schema: SampleRecord.schema)
    #expect("\(filter)" == #"path = "~a""#)
    #expect(throws: FilterError.self) { try Filter(#"path =~ "a""#, schema: SampleRecord.schema) }
    #expect(throws: FilterError.self) { try Filter("request.a = b", schema: SampleRecord.schema) }
    #expect(throws: Never.self) { try Filter("request.user_agent = b", schema: Self.schema) }
    #expect(throws: FilterError.self) { try Filter("request. = b", schema: Self.schema) }
  }

  @Test func `An expression that makes others run for ever takes time by its length`() throws {
    let filter = try Filter(#"path =~ "^(a|a)*(a|a)*b$""#, schema: Self.schema)
    let record = SampleRecord(values: ["path": [.text(String(repeating: "a", count: 20_000))]])
    #expect(!filter.matches(record))
  }
}
