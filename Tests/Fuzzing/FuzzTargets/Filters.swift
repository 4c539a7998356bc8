// SPDX-License-Identifier: Apache-2.0

import Filters

/// A filter over a schema with fields of all types: an error has a place within the bytes, and what was
/// parsed prints to what parses to the same.
func fuzzFilter(_ bytes: [UInt8]) {
  let source = String(decoding: bytes, as: UTF8.self)
  let filter: Filter
  do throws(FilterError) {
    filter = try Filter(source, schema: schema)
  } catch {
    precondition((0...max(source.utf8.count, 4_096)).contains(error.offset), "no such place")
    precondition(!error.description.isEmpty)
    return
  }
  var limits = FilterLimits()
  // Blanks, quotes and escapes may make the canonical text longer.
  limits.bytes = 64 * 1_024
  guard let again = try? Filter(filter.description, schema: schema, limits: limits) else {
    preconditionFailure("a filter that was printed is one")
  }
  precondition(again == filter && again.description == filter.description, "it is the same again")
  precondition(!Filter.not(filter).matches(OneRecord()) == filter.matches(OneRecord()))
}

private let schema = FilterSchema(
  [
    FilterField("a", .text), FilterField("b.c", .integer), FilterField("d", .number),
    FilterField("e", .boolean), FilterField("f", .duration), FilterField("g", .instant),
  ],
  functions: [
    FilterFunction("ago", [.duration], .instant), FilterFunction("is", [.text], .boolean),
  ]
)

/// A record with one value of each type.
private struct OneRecord: FilterRecord {
  func hasValue(of field: FilterField, where condition: (FilterValue) -> Bool) -> Bool {
    switch field.type {
    case .text: condition(.text("aé*"))
    case .integer: condition(.integer(7))
    case .number: condition(.number(0.5))
    case .boolean: condition(.boolean(true))
    case .duration: condition(.duration(80))
    case .instant: condition(.instant(0))
    }
  }

  func result(of call: FilterCall) -> FilterValue? { nil }
}
