// SPDX-License-Identifier: Apache-2.0

import Filters
import Testing

@Suite struct `Errors of filters` {
  private func error(_ source: String) -> FilterError? {
    #expect(throws: FilterError.self, "\(source)") {
      try Filter(source, schema: SampleRecord.schema)
    }
  }

  @Test func `The error of a filter shows its place with a caret and what was expected`() {
    #expect(
      error("status >= 500 AND duration > 80").map { "\($0)" } == """
        duration is compared with 80; expected a duration such as 80ms or 1.5s
          status >= 500 AND duration > 80
                                       ^
        """
    )
  }

  @Test(arguments: [
    ("staus = 1", "there is no field staus; did you mean status?", 0),
    ("status = 1 AND name = x", "there is no field name; did you mean backends.name?", 15),
    ("status = 1 AND and", "there is no field and; did you mean AND?", 15),
    ("time > agoo(1s)", "there is no function agoo(); did you mean ago()?", 7),
  ])
  func `The error of an unknown field or function suggests the nearest known name`(
    source: String,
    message: String,
    offset: Int
  ) {
    #expect(error(source)?.message == message)
    #expect(error(source)?.offset == offset)
  }

  @Test(arguments: [
    ("status = ok", 9), ("status = \"500\"", 9), ("status = 500.5", 9), ("status = 5*", 9),
    ("ratio = nan", 8), ("ratio = inf", 8), ("degraded = yes", 11), ("duration > 80", 11),
    ("duration > 80 ms", 11), ("duration > 0.1ns", 11), ("duration > 300000000h", 11),
    ("time > yesterday", 7), ("time > 2026-02-30", 7), ("time > 2026-11-23T03:00:00", 7),
    ("time > 9999-01-01", 7), ("path < a*", 7), ("degraded > true", 9), ("ago(1s)", 0),
    ("status = ago(1s)", 9), ("time > ago(5)", 11), ("time > ago()", 11),
    ("time > ago(1s, 2s)", 15),
    ("status > *", 9), ("status IN (1, ok)", 14),
  ])
  func `A value that its field cannot have is refused with its offset`(source: String, offset: Int)
  {
    #expect(error(source)?.kind == .type, "\(source): \(error(source)?.message ?? "")")
    #expect(error(source)?.offset == offset, "\(source): \(error(source)?.message ?? "")")
  }

  @Test(arguments: [
    ("status", 6), ("status =", 8), ("status = 1 path = a", 11), ("= 1", 0), ("(status = 1", 0),
    ("status = 1)", 10), ("status = 1 AND", 14), ("status = 1 AND OR", 15), ("path = \"a", 7),
    ("path = a*b", 8), ("path = \"a*b\"", 9), ("path = \"\\q\"", 8), ("path = \"\\ud800\"", 8),
    ("status = 1 OR status = 2 AND status = 3", 25), ("NOT", 3), ("status == 1", 8),
    ("between(1 2)", 10), ("status = 1;", 9), ("()", 1), ("path = ,", 7), ("status IN 1", 10),
    ("status IN ()", 11), ("status IN (1 2)", 13), ("status IN (1, 2", 15), ("exists()", 7),
    ("exists(status", 13), ("exists(status, path)", 13),
  ])
  func `A malformed filter is refused with the offset of its error`(source: String, offset: Int) {
    let found = error(source)
    #expect(found?.kind == .syntax || found?.kind == .type || found?.kind == .unknownField)
    #expect(found?.offset == offset, "\(source): \(found?.message ?? "")")
  }

  @Test func `A filter beyond its limits of length, depth or comparisons is refused`() throws {
    let deep = String(repeating: "(", count: 40) + "status = 1" + String(repeating: ")", count: 40)
    #expect(error(deep)?.kind == .tooDeep)
    #expect(error(String(repeating: "NOT ", count: 40) + "status = 1")?.kind == .tooDeep)
    let many = Array(repeating: "status = 1", count: 101).joined(separator: " OR ")
    #expect(error(many)?.message == "expected at most 100 comparisons")
    let long = error("path = \"\(String(repeating: "a", count: 5_000))\"")
    #expect(long?.message == "the filter has 5009 bytes, expected at most 4096")
    #expect(throws: Never.self) {
      try Filter(
        Array(repeating: "status = 1", count: 100).joined(separator: " OR "),
        schema: SampleRecord.schema
      )
    }
  }
}
