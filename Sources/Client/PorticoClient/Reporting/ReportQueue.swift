// SPDX-License-Identifier: Apache-2.0

/// The end of a request, as the service's beacon counts it.
public enum ReportedOutcome: String, Sendable {
  case ok
  case timeout
  case offline
  /// The answer could not be read.
  case decodeError = "decode_error"
  /// The app could not show the answer.
  case renderError = "render_error"

  /// The outcome of a request of the app; `nil` for one of which the service knows itself, or that needed no network.
  init?(_ record: TaskRecord) {
    switch record.error?.kind {
    case nil:
      guard record.requests > 0 else { return nil }
      self = .ok
    case .timedOut: self = .timeout
    case .unreachable: self = .offline
    case .unreadable: self = .decodeError
    case .cancelled, .notKept, .gone, .refused, .later, .failed, .wrongRequest, .wrongAddress:
      return nil
    }
  }
}

/// Reports that wait to be sent: the newest of them, in bodies that the service's beacon takes.
package struct ReportQueue: Sendable {
  /// The most reports of one body.
  private static let mostReports = 50
  /// The most bytes of one body.
  private static let mostBytes = 16_384
  /// The most reports that wait; of more the oldest are dropped.
  private static let mostWaiting = 200
  private static let longestPath = 512
  /// The longest latency that the beacon takes.
  private static let mostMilliseconds: Int64 = 600_000

  private let share: Int
  private var reports: [[UInt8]] = []
  /// The share of a report that is due, in hundredths.
  private var due = 0
  /// The number of reports that were dropped, since too many waited.
  package private(set) var dropped = 0

  /// - Parameter share: the percentage of requests that are reported, evenly spread.
  package init(share: Int) { self.share = min(max(share, 0), 100) }

  /// Whether no report waits.
  package var isEmpty: Bool { reports.isEmpty }

  /// Adds a report, if this one is in the share.
  package mutating func add(_ path: String, _ outcome: ReportedOutcome, latency: Duration? = nil) {
    due += share
    guard due >= 100 else { return }
    due -= 100
    // A query may have what a user entered; the beacon does not need it.
    let path = path.prefix { $0 != "?" }
    guard path.utf8.count <= ReportQueue.longestPath else { return }
    var report: [String: JSONValue] = [
      "path": .string(String(path)), "outcome": .string(outcome.rawValue),
    ]
    if let latency, outcome == .ok {
      report["milliseconds"] = .integer(min(latency.milliseconds, ReportQueue.mostMilliseconds))
    }
    reports.append(JSONValue.object(report).json)
    if reports.count > ReportQueue.mostWaiting {
      reports.removeFirst()
      dropped += 1
    }
  }

  /// Takes the oldest reports out, as many as fit into one body; `nil` where there is nothing to report.
  ///
  /// - Parameter prefetch: the use of prefetched answers that was not reported yet.
  package mutating func body(
    _ prefetch: PrefetchFigures = PrefetchFigures()
  ) -> ContiguousArray<UInt8>? {
    let figures = prefetch.report.map { #""prefetch":"#.utf8 + JSONValue.object($0).json } ?? []
    guard !reports.isEmpty else { return figures.isEmpty ? nil : [0x7B] + figures + [0x7D] }
    var body = ContiguousArray("{".utf8) + figures
    if !figures.isEmpty { body.append(UInt8(ascii: ",")) }
    body += #""reports":["#.utf8
    var count = 0
    for report in reports.prefix(ReportQueue.mostReports) {
      guard body.count + report.count + 3 <= ReportQueue.mostBytes else { break }
      if count > 0 { body.append(UInt8(ascii: ",")) }
      body += report
      count += 1
    }
    reports.removeFirst(count)
    return body + "]}".utf8
  }
}

extension PrefetchFigures {
  /// The most of each figure that the beacon takes.
  private static let most = 1_000_000_000

  /// The figures that have come since earlier ones.
  func since(_ earlier: PrefetchFigures) -> PrefetchFigures {
    PrefetchFigures(
      requests: requests - earlier.requests,
      bytes: bytes - earlier.bytes,
      usefulRequests: usefulRequests - earlier.usefulRequests,
      usefulBytes: usefulBytes - earlier.usefulBytes
    )
  }

  /// The figures as the beacon takes them; `nil` where all are zero.
  fileprivate var report: [String: JSONValue]? {
    let figures = [
      "requests": requests, "useful": usefulRequests, "bytes": bytes, "usefulBytes": usefulBytes,
    ]
    guard figures.values.contains(where: { $0 > 0 }) else { return nil }
    return figures.mapValues { .integer(Int64(min($0, PrefetchFigures.most))) }
  }
}

extension Duration {
  /// The whole milliseconds; zero for a duration below zero.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : max(whole &+ attoseconds / 1_000_000_000_000_000, 0)
  }
}
