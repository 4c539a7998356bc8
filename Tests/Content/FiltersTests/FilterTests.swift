// SPDX-License-Identifier: Apache-2.0

import Filters
import Testing

@Suite struct `Filters` {
  @Test(arguments: [
    ("", true),
    ("status = 503", true),
    ("status=503", true),
    ("status != 503", false),
    ("status > 503", false),
    ("status >= 503 AND status <= 503", true),
    ("status < 600", true),
    ("status >= 500 AND backends.name = \"prices\" AND duration > 80ms", true),
    ("status >= 500 AND backends.name = prices AND duration > 0.081s", false),
    ("backends.name = reviews OR backends.name = catalog", true),
    ("backends.name != prices", false),
    ("NOT backends.name = reviews", true),
    ("-backends.name = reviews", true),
    ("NOT (status = 503 OR status = 200)", false),
    ("path = \"/fr.ca/*\"", true),
    ("path = *1", true),
    ("path = \"*items*\"", false),
    ("path:items", true),
    ("path:\"fr.CA\"", true),
    ("path:orders", false),
    ("degraded = true", true),
    ("ratio > 0.2 AND ratio < 0.3", true),
    ("time >= ago(2m)", true),
    ("time >= ago(30s)", false),
    ("time > 2026-11-22", true),
    ("time < \"2026-11-23T03:00:00+01:00\"", false),
    ("between(500, 599)", true),
    ("NOT between(500, 599)", false),
    ("ratio:*", true),
    ("status:503", true),
    ("status IN (200, 503)", true),
    ("NOT status IN (200)", true),
    ("status IN(200,404) OR backends.name IN (\"*log\", orders)", true),
    ("exists(status) AND NOT exists( path )", false),
  ])
  func `A filter matches a record by its values`(filter: String, expected: Bool) throws {
    let parsed = try Filter(filter, schema: SampleRecord.schema)
    #expect(parsed.matches(SampleRecord.failed) == expected, "\(filter)")
  }

  @Test(arguments: [
    ("status = 200", false), ("status != 200", true), ("status > 0", false), ("status:*", false),
    ("NOT status:*", true), ("path = \"\"", false), ("exists(path)", false),
    ("NOT exists(path)", true), ("NOT status IN (200, 503)", true),
  ])
  func `A filter matches a record without values only by negation`(
    filter: String,
    expected: Bool
  ) throws {
    #expect(try Filter(filter, schema: SampleRecord.schema).matches(SampleRecord()) == expected)
  }

  @Test(arguments: [
    ("status=503   AND path:items", "status = 503 AND path:\"items\""),
    ("((status = 1))", "status = 1"),
    ("(status = 1 AND status = 2) AND status = 3", "status = 1 AND status = 2 AND status = 3"),
    ("status = 1 AND (status = 2 OR status = 3)", "status = 1 AND (status = 2 OR status = 3)"),
    ("NOT -status = 1", "status = 1"),
    ("-(status = 1 OR status = 2)", "NOT (status = 1 OR status = 2)"),
    ("duration > 1500ms", "duration > 1500ms"),
    ("duration > 0.5h", "duration > 30m"),
    ("duration = 0ms", "duration = 0s"),
    ("time = 2026-11-23T04:00:00.250+01:00", "time = 2026-11-23T03:00:00.25Z"),
    ("time < 2026-11-23", "time < 2026-11-23T00:00:00Z"),
    ("path = 'it\\'s \\*'", "path = \"it's \\*\""),
    ("path = *.plist", "path = \"*.plist\""),
    ("path = \"a\\u0001b\\nc\"", "path = \"a\\u0001b\\nc\""),
    ("ratio = 5", "ratio = 5.0"),
    ("between( 1 ,2 )", "between(1, 2)"),
    ("status IN ( 1,2 ) AND exists(path)", "(status = 1 OR status = 2) AND path = *"),
    ("status IN (1)", "status = 1"),
  ])
  func `A filter is printed in one canonical form, which is parsed to the same filter`(
    source: String,
    canonical: String
  ) throws {
    let filter = try Filter(source, schema: SampleRecord.schema)
    #expect(filter.description == canonical)
    #expect(try Filter(canonical, schema: SampleRecord.schema) == filter)
  }

  @Test func `Each comparison of a filter has its offset`() throws {
    let filter = try Filter("status = 1 OR (path = a)", schema: SampleRecord.schema)
    guard case .any(let parts) = filter, case .comparison(let last) = parts.last else {
      Issue.record("\(filter)")
      return
    }
    #expect(last.offset == 15)
  }
}
