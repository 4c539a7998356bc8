// SPDX-License-Identifier: Apache-2.0

import HTTPValues
package import Reactor

/// Part of a client's address that events show.
package enum EventAddresses: String, Sendable, CaseIterable {
  case none
  /// The network: 24 bits of an IPv4 address, 48 of an IPv6 one; the rest is zero.
  case network
  case full

  /// The address of a client as events show it; `nil` if they do not, or if it has none.
  package func shown(_ client: SocketAddress) -> String? {
    IPAddress(client).flatMap { shown($0) }.map { "\($0)" }
  }

  func shown(_ address: IPAddress) -> IPAddress? {
    switch self {
    case .none: nil
    case .network: IPAddress(bits: address.bits & (.max << (address.isIPv4 ? 8 : 80)))
    case .full: address
    }
  }
}
