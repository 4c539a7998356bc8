// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// Who is told on request how long the parts of an answer took: what it says of the services is
/// nobody else's business.
struct TimingRule {
  /// The preference (RFC 7240) that asks for it.
  private static let preference = "server-timing"

  let networks: [IPNetwork]

  func isWanted(by request: borrowing RequestView, from peer: Peer) -> Bool {
    guard !networks.isEmpty, request.fields.contains(.prefer),
      let address = IPAddress(peer.client), networks.contains(where: { $0.contains(address) })
    else { return false }
    return request.fields.text(.prefer)?.split(separator: ",").contains { member in
      member.filter { $0 != " " }.lowercased() == TimingRule.preference
    } ?? false
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
    var text = "plan;dur=\(PlanTimes.milliseconds(nanoseconds))"
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
