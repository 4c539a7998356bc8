// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPServer
import HTTPValues
import Sites

/// Reads an app's report: durations and failures of answers.
///
/// Of a report only counts are kept, under names that the site declares.
struct BeaconStep {
  static let bodyBytes = 16_384
  /// Maximum number of answers that one request reports.
  static let mostReports = 50
  /// Allowed durations: up to ten minutes.
  static let milliseconds: ClosedRange<Int64> = 0...600_000
  /// Allowed numbers of prefetches, and of their bytes.
  static let prefetches: ClosedRange<Int64> = 0...1_000_000_000

  /// The path with its slash.
  let path: String
  private let site: ServedSite
  private let passes: Passes
  private let meter: BeaconMeter

  /// - Parameter limiter: limits the rate of reports of all clients together.
  init(
    _ request: borrowing RequestView,
    _ beacon: BeaconSettings,
    _ site: ServedSite,
    _ passes: Passes,
    _ limiter: RateLimiter,
    _ meter: BeaconMeter,
    now: Int64
  ) throws(RefusedRequest) {
    self.site = site
    self.passes = passes
    self.meter = meter
    path = beacon.path
    if let origin = BeaconStep.foreignOrigin(of: request) {
      meter.dropped(.origin)
      let detail = "Origin is \(origin.prefix(128)); expected the site's own, or none"
      throw RefusedRequest(ContentProblems.badParameter(detail), at: .beacon)
    }
    let limit = limiter.limit(
      BeaconStep.limitName,
      requests: beacon.rate,
      windowNanoseconds: 1_000_000_000
    )
    let decision = limiter.count(path.utf8Span.span, against: limit, now: now)
    guard decision == .admitted else {
      meter.dropped(.rate)
      throw RefusedRequest(ContentProblems.tooManyReports(beacon.rate), at: .beacon)
    }
    isCounted = meter.samples(beacon.share)
    if !isCounted { meter.dropped(.sampled) }
  }

  private let isCounted: Bool
  /// Name of the beacon's limit, which no declared limit has.
  private static let limitName = "/"

  /// The origin of a page that is not the site's; `nil` for the site's own and for apps, which send
  /// none.
  private static func foreignOrigin(of request: borrowing RequestView) -> String? {
    if let site = request.fields.combined("sec-fetch-site"), site != "same-origin" {
      return request.fields.combined("origin") ?? site
    }
    guard let origin = request.fields.combined("origin") else { return nil }
    let host = origin.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last
    return host.map { request.authority.matches($0.utf8.span) } == true ? nil : origin
  }

  /// Reads the body, and counts its reports.
  func read(_ exchange: Exchange) async throws -> GivenAnswer {
    let body: [UInt8]
    do {
      body = try await exchange.body(atMost: BeaconStep.bodyBytes)
    } catch ExchangeError.bodyTooLarge {
      meter.dropped(.size)
      return .problem(ContentProblems.bodyTooLarge(BeaconStep.bodyBytes), at: .beacon)
    }
    return isCounted ? count(body, exchange.request) : accepted
  }

  private var accepted: GivenAnswer {
    let response = Response(.noContent, fields: ["cache-control": "no-store"])
    return GivenAnswer(
      .beacon,
      .settings,
      .fixed(.response(response, body: [])),
      document: String(path.dropFirst())
    )
  }

  private func count(_ body: [UInt8], _ request: Request) -> GivenAnswer {
    do throws(PlainError) {
      let value = try BeaconStep.value(of: body)
      let prefetch = try BeaconStep.prefetch(in: value)
      let reports = try reports(in: value, areOptional: prefetch != nil)
      let (app, version) = sender(value, request)
      meter.record(reports, prefetch, app: app, version: version)
      return accepted
    } catch {
      meter.dropped(.malformed)
      return .problem(ContentProblems.badParameter(error.description), at: .beacon)
    }
  }

  private static func value(of body: [UInt8]) throws(PlainError) -> DataValue {
    do throws(DataFileError) {
      return try DataValue(reading: body.span, as: .json)
    } catch {
      throw PlainError("the body is no JSON: \(error)")
    }
  }

  private static func prefetch(in value: DataValue) throws(PlainError) -> BeaconMeter.Prefetch? {
    guard let figures = value["prefetch"] else { return nil }
    func figure(_ name: String) throws(PlainError) -> Int {
      guard case .integer(let number)? = figures[name]?.content, prefetches.contains(number) else {
        throw PlainError(
          "\(name) of prefetch is \(shown(figures[name])); expected an integer from 0 to "
            + "\(prefetches.upperBound)"
        )
      }
      return Int(number)
    }
    return BeaconMeter.Prefetch(
      requests: try figure("requests"),
      useful: try figure("useful"),
      bytes: try figure("bytes"),
      usefulBytes: try figure("usefulBytes")
    )
  }

  private func reports(
    in value: DataValue,
    areOptional: Bool
  ) throws(PlainError) -> [BeaconMeter.Report] {
    if areOptional, value["reports"] == nil { return [] }
    guard case .array(let items)? = value["reports"]?.content else {
      throw PlainError("reports is not there; expected an array of them")
    }
    guard (1...BeaconStep.mostReports).contains(items.count) else {
      throw PlainError(
        "reports has \(items.count) members; expected 1 to \(BeaconStep.mostReports)"
      )
    }
    var reports: [BeaconMeter.Report] = []
    for item in items { reports.append(try report(in: item)) }
    return reports
  }

  private func report(in item: DataValue) throws(PlainError) -> BeaconMeter.Report {
    guard case .string(let path)? = item["path"]?.content, path.hasPrefix("/") else {
      throw PlainError("path is \(BeaconStep.shown(item["path"])); expected that of an answer")
    }
    guard case .string(let word)? = item["outcome"]?.content,
      let outcome = ReportedOutcome(rawValue: word)
    else {
      let known = ReportedOutcome.allCases.map(\.rawValue).joined(separator: ", ")
      throw PlainError(
        "outcome is \(BeaconStep.shown(item["outcome"])); expected one of \(known)"
      )
    }
    var milliseconds: Int?
    if let value = item["milliseconds"] {
      guard case .integer(let number) = value.content, BeaconStep.milliseconds.contains(number)
      else {
        throw PlainError(
          "milliseconds is \(BeaconStep.shown(value)); expected an integer from 0 to "
            + "\(BeaconStep.milliseconds.upperBound)"
        )
      }
      milliseconds = Int(number)
    }
    return BeaconMeter.Report(route: route(of: path), outcome: outcome, milliseconds: milliseconds)
  }

  /// The document or pass of a path, as the site declares it.
  private func route(of path: String) -> String? {
    let span = path.utf8Span.span
    let end = span.firstIndex(of: UInt8(ascii: "?")) ?? span.count
    if let route = passes.table.match(span.extracting(first: end)) { return route.facts.prefix }
    return site.target(span).map { site.edition.draft($0.number).path }
  }

  /// Returns the app and its version as the site declares them; the body goes before `X-App`, which
  /// browsers cannot send along with a beacon.
  private func sender(_ value: DataValue, _ request: Request) -> (app: String?, version: String?) {
    let claim = request.withView { request in
      request.fields.combined(VisitorClaims.appField).map { AppField($0).claim }
    }
    func text(_ name: String) -> String? {
      if case .string(let text)? = value[name]?.content { return text }
      return claim?[name]
    }
    guard let name = text("app"),
      let app = site.edition.site.apps.first(where: { $0.name == name })
    else { return (nil, nil) }
    let version = text("version").flatMap { AppVersion($0) }
    return (app.name, version.flatMap { app.versions.contains($0) ? "\($0)" : nil })
  }

  private static func shown(_ value: DataValue?) -> String {
    switch value?.content {
    case nil: "not there"
    case .string(let text)?: "\"\(text.prefix(64))\""
    case .integer(let number)?: "\(number)"
    default: "of another type"
    }
  }
}
