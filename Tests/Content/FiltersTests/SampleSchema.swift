// SPDX-License-Identifier: Apache-2.0

import Filters

/// A schema with a field of every type, and records of it.
struct SampleRecord: FilterRecord {
  static let schema = FilterSchema(
    [
      FilterField("status", .integer), FilterField("path", .text), FilterField("ratio", .number),
      FilterField("degraded", .boolean), FilterField("duration", .duration),
      FilterField("time", .instant), FilterField("backends.name", .text),
    ],
    functions: [
      FilterFunction("ago", [.duration], .instant),
      FilterFunction("between", [.integer, .integer], .boolean),
    ]
  )

  /// The instant from which `ago` counts: 2026-11-23T03:00:00Z.
  static let now: Int64 = 1_795_402_800_000_000_000

  var values: [String: [FilterValue]] = [:]

  func hasValue(of field: FilterField, where condition: (FilterValue) -> Bool) -> Bool {
    (values[field.name] ?? []).contains(where: condition)
  }

  func result(of call: FilterCall) -> FilterValue? {
    switch (call.function.name, call.arguments.first, call.arguments.last) {
    case ("ago", .duration(let span), _): .instant(SampleRecord.now - span)
    case ("between", .integer(let low), .integer(let high)):
      .boolean(
        (values["status"] ?? []).contains {
          if case .integer(let status) = $0 { low <= status && status <= high } else { false }
        }
      )
    default: nil
    }
  }

  /// A failed request with two calls.
  static let failed = SampleRecord(values: [
    "status": [.integer(503)], "path": [.text("/fr.ca/Items/1")], "ratio": [.number(0.25)],
    "degraded": [.boolean(true)], "duration": [.duration(81_000_000)],
    "time": [.instant(now - 60_000_000_000)],
    "backends.name": [.text("prices"), .text("catalog")],
  ])
}
