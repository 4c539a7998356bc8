// SPDX-License-Identifier: Apache-2.0
//
// A value that most failed requests have and few others is near the cause. For each field, the share of the
// failed requests that have a value is compared with the share of the others; the largest differences come
// first. Fields that tell of a failure or are different in each request are left out.

import ContentModel
import Filters
import HTTPValues
import Measure
import Message
import Serving
import Signals

/// The report `/log/differences`: what failed requests have in common that others do not have.
struct LogDifferences: LogTally {
  /// The most rows.
  static let mostRows = 100
  /// The most values of one field that are told apart.
  private static let mostValues = 10_000
  /// The smallest difference that is shown.
  private static let leastDifference = 0.05

  /// A kind of value.
  private enum Field: String, CaseIterable {
    /// A service with a call that failed.
    case failedService = "failed service"
    case service, endpoint, route, method, site, audience, country, device, language, edition, host
    case experiment, captured, client
  }

  private struct Value: Hashable {
    let field: Field
    let text: String
  }

  private let filter: EventFilter?
  private let failure: EventFilter
  /// Whether a request that is not among the failed ones may have failed otherwise.
  private let standardFailure: EventFilter
  private var counts: [Value: (failed: Int, others: Int)] = [:]
  private var known: [Field: Int] = [:]
  private var (failed, others) = (0, 0)
  private var times: (first: Int64, last: Int64)?

  /// The requests that failed, unless a question says otherwise.
  static let standardFailure = "status >= 400 OR level != info"

  init(_ query: QueryParameters) throws(Refusal) {
    func filter(_ name: String, _ text: String) throws(Refusal) -> EventFilter {
      do throws(FilterError) {
        return try EventFilter(text)
      } catch {
        throw Refusal(.badRequest, "\(name): \(error)")
      }
    }
    self.filter = try query["q"].map { text throws(Refusal) in try filter("q", text) }
    standardFailure = try filter("failed", LogDifferences.standardFailure)
    failure = try filter("failed", query["failed"] ?? LogDifferences.standardFailure)
  }

  mutating func add(_ record: EventRecord, now: Int64) {
    guard record.kind == .request, filter?.matches(record, now: now) ?? true else { return }
    let hasFailed = failure.matches(record, now: now)
    // Other failures are no example of requests that were answered.
    guard hasFailed || !standardFailure.matches(record, now: now) else { return }
    if hasFailed { failed += 1 } else { others += 1 }
    times = (min(times?.first ?? record.time, record.time), max(times?.last ?? 0, record.time))
    for value in LogDifferences.values(of: record) {
      if counts[value] == nil {
        guard known[value.field, default: 0] < LogDifferences.mostValues else { continue }
        known[value.field, default: 0] += 1
      }
      if hasFailed {
        counts[value, default: (0, 0)].failed += 1
      } else {
        counts[value, default: (0, 0)].others += 1
      }
    }
  }

  /// The values of a request, each once.
  private static func values(of record: EventRecord) -> Set<Value> {
    var values: Set<Value> = []
    func text(_ field: EventRecord.Field) -> String? {
      switch record.value(of: field) {
      case .text(let text)?: text
      case let value?: value.filterValue.description
      case nil: nil
      }
    }
    func add(_ field: Field, _ text: String?) {
      if let text, !text.isEmpty { values.insert(Value(field: field, text: text)) }
    }
    record.forEachField { field in
      guard let name = EventField(rawValue: field.number) else { return true }
      switch name {
      case .backends:
        var (service, hasFailed): (String?, Bool) = (nil, false)
        record.forEachField(of: field) { part in
          switch EventField(rawValue: part.number) {
          case .backendName: service = text(part)
          case .backendEndpoint: add(.endpoint, text(part))
          case .backendOutcome: hasFailed = text(part) == "failed"
          default: break
          }
          return true
        }
        add(.service, service)
        if hasFailed { add(.failedService, service) }
      case .document: add(.route, text(field).map { folder(of: $0) })
      case .pass: add(.route, text(field))
      case .method: add(.method, text(field))
      case .site: add(.site, text(field))
      case .audience: add(.audience, text(field))
      case .country: add(.country, text(field))
      case .device: add(.device, text(field))
      case .languageServed: add(.language, text(field))
      case .edition: add(.edition, text(field))
      case .host: add(.host, text(field))
      case .experiment: add(.experiment, text(field))
      case .captured: add(.captured, text(field))
      case .client: add(.client, text(field))
      default: break
      }
      return true
    }
    return values
  }

  /// The path of a document, or that of its folder: the documents of a folder are of one kind.
  private static func folder(of document: String) -> String {
    document.lastIndex(of: "/").map { "/\(document[...$0])*" } ?? "/\(document)"
  }

  /// The condition of the filter language for the requests with a value.
  private static func condition(_ value: Value) -> String {
    let quoted = FilterValue.text(value.text).description
    return switch value.field {
    case .failedService: "backends.name = \(quoted) AND backends.outcome = failed"
    case .service: "backends.name = \(quoted)"
    case .endpoint: "backends.endpoint = \(quoted)"
    case .route:
      "(document = \(FilterValue.text(String(value.text.dropFirst())).description) OR pass = \(quoted))"
    default: "\(value.field.rawValue) = \(quoted)"
    }
  }

  var tables: [FigureTable] { [compared, differences] }

  private var compared: FigureTable {
    var table = FigureTable("compared").columns([
      .init(.failed, "The requests that failed."),
      .init(.others, "The requests that they are compared with."),
      .init(.from, "The time of the first one, in UTC."), .init(.to, "The time of the last one."),
    ])
    func time(_ nanoseconds: Int64?) -> Figure {
      nanoseconds.figure { .text("\(UnixTime(seconds: $0 / 1_000_000_000))") }
    }
    table.add([.count(Int64(failed)), .count(Int64(others)), time(times?.first), time(times?.last)])
    return table
  }

  private var differences: FigureTable {
    var table = FigureTable("differences").columns([
      .init(.field, "What the value is."), .init(.value, "The value."),
      .init(.count, "failed", "The failed requests with the value."),
      .init(.share, "of failed", "Their share of all failed requests."),
      .init(.others, "of others", "The share of the other requests that have the value."),
      .init(
        .difference,
        "By how much the first share is more: 100% for a value of all failed requests and of no other."
      ),
      .init(.failing, "fail", "The share of the requests with the value that failed."),
      .init(.filter, "The condition for requests with the value."),
    ])
    let order = Dictionary(
      uniqueKeysWithValues: Field.allCases.enumerated().map { ($0.element, $0.offset) }
    )
    func share(_ count: Int, of all: Int) -> Double { all > 0 ? Double(count) / Double(all) : 0 }
    let rows = counts.compactMap { value, count -> (value: Value, difference: Double)? in
      guard count.failed >= min(2, failed) else { return nil }
      let difference = share(count.failed, of: failed) - share(count.others, of: others)
      return difference >= LogDifferences.leastDifference ? (value, difference) : nil
    }.sorted { first, second in
      if first.difference != second.difference { return first.difference > second.difference }
      let places = [first, second].map { order[$0.value.field] ?? order.count }
      return (places[0], first.value.text) < (places[1], second.value.text)
    }
    for (value, difference) in rows.prefix(LogDifferences.mostRows) {
      let count = counts[value] ?? (0, 0)
      table.add(
        [
          .text(value.field.rawValue), .text(value.text), .count(Int64(count.failed)),
          .share(share(count.failed, of: failed)), .share(share(count.others, of: others)),
          .share(difference), .share(share(count.failed, of: count.failed + count.others)),
          .text(LogDifferences.condition(value)),
        ],
        tone: difference >= 0.5 ? .failure : .usual
      )
    }
    return table
  }
}
