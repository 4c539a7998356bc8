// SPDX-License-Identifier: Apache-2.0

import Filters
import Testing

@Suite struct `Parameters of filters` {
  private static let schema = FilterSchema(
    SampleRecord.schema.fields,
    parameters: [FilterParameter("@me.path", .text), FilterParameter("@me.status", .integer)]
  )

  private func filter(_ source: String) throws -> Filter {
    try Filter(source, schema: Self.schema)
  }

  @Test(arguments: [
    ("path = @me.path", ["/fr.ca/Items/1"], true), ("path = @me.path", ["/a"], false),
    ("path = @me.path", ["/a", "/fr.ca/Items/1"], true), ("path != @me.path", ["/a", "/b"], true),
    ("path != @me.path", ["/a", "/fr.ca/Items/1"], false), ("NOT path = @me.path", ["/a"], true),
    ("path:@me.path", ["items"], true),
  ])
  func `A parameter of a filter matches any of its values`(
    source: String,
    values: [String],
    expected: Bool
  ) throws {
    let bound = try filter(source).bound { _ in values.map { .text($0) } }
    #expect(bound.matches(SampleRecord.failed) == expected)
  }

  @Test(arguments: [
    "path = @me.path", "path != @me.path", "NOT path = @me.path", "NOT path != @me.path",
    "NOT (status = 503 AND NOT path = @me.path)", "status = 1 OR NOT (path = @me.path)",
  ])
  func `A comparison with a parameter without values matches no record, even when negated`(
    source: String
  ) throws {
    #expect(try !filter(source).bound { _ in [] }.matches(SampleRecord.failed))
  }

  @Test func `A part of a filter without parameters does not depend on their values`() throws {
    let filter = try filter("status = 503 OR path = @me.path")
    #expect(filter.bound { _ in [] }.matches(SampleRecord.failed))
    #expect(filter.parameters.map(\.name) == ["@me.path"])
    #expect("\(filter)" == "status = 503 OR path = @me.path")
    #expect(try self.filter("\(filter)") == filter)
  }

  @Test(arguments: [
    ("path = @me.paht", "there is no @me.paht; did you mean @me.path?"),
    ("path = @you", "there is no @you; expected @me.path, @me.status"),
    ("path = @me.status", "path is compared with @me.status; expected a text such as \"rose\""),
  ])
  func `An unknown parameter or one of another type is refused`(source: String, message: String) {
    let error = #expect(throws: FilterError.self) { try filter(source) }
    #expect(error?.message == message)
  }

  @Test func `A parameter's name is plain text in quotes, and in a schema without parameters`()
    throws
  {
    let quoted = try filter("path = \"@me.path\"")
    #expect(quoted.parameters.isEmpty)
    #expect(try Filter("path = @me.path", schema: SampleRecord.schema) == quoted)
  }
}
