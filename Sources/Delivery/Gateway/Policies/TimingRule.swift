// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// Decides who gets `Server-Timing` on request, since it reveals the services behind an answer.
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
