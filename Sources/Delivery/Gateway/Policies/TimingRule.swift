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
