// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// The results of the calls of one plan's run, in the order in which they ended. It belongs to a
/// loop.
final class CallLog {
  /// One request of one call.
  struct Entry {
    let call: String
    let backend: String
    let outcome: GatewayCounters.CallOutcome
    /// Why it failed.
    let reason: String?
    let nanoseconds: Int64
  }

  private static let usualCount = 8

  private(set) var entries: [Entry] = []

  func add(_ entry: Entry) {
    if entries.isEmpty { entries.reserveCapacity(CallLog.usualCount) }
    entries.append(entry)
  }
}

/// How long a plan took, and each of its calls.
struct PlanTimes {
  let nanoseconds: Int64
  let calls: [CallLog.Entry]

  init(_ log: CallLog, since begun: Instant, to now: Instant) {
    nanoseconds = (now - begun).nanoseconds
    calls = log.entries
  }

  /// As Server-Timing says it, in milliseconds.
  var serverTiming: String {
    var text = "\(RequestStep.compose.name);dur=\(PlanTimes.milliseconds(nanoseconds))"
    for call in calls {
      text += ", \(PlanTimes.token(call.call));desc=\"\(call.outcome.name)\""
      text += ";dur=\(PlanTimes.milliseconds(call.nanoseconds))"
    }
    return text
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = (nanoseconds / 1_000).quotientAndRemainder(dividingBy: 1_000)
    return "\(whole).\(String(rest + 1_000).dropFirst())"
  }

  /// A name as a token, which the names of calls nearly always are.
  private static func token(_ name: String) -> String {
    name.utf8Span.span.isToken ? name : "call"
  }
}
