// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor
import Sites

/// The hosts of webhooks that may have addresses of this machine, of its links or of a cloud's metadata.
///
/// Others are refused when a connection is made, by the address that it would go to, so that no name leads the
/// gateway to services that only this machine reaches.
package struct LocalHosts: Sendable, Hashable {
  private let names: Set<String>
  /// Whether a webhook whose address is written as such, with a number or `localhost`, is declared by that.
  private let admitsLiterals: Bool

  package init(_ names: [String], admitsLiterals: Bool) {
    self.names = Set(names.map { $0.lowercased().filter { !"[]".contains($0) } })
    self.admitsLiterals = admitsLiterals
  }

  /// Returns why no connection to an address of an origin is made; `nil` where one may be.
  package func refusal(_ origin: Origin, _ address: SocketAddress) -> String? {
    guard address.isLocal else { return nil }
    let host = origin.host.lowercased()
    let isLiteral = host == "localhost" || SocketAddress(ip: host, port: 0) != nil
    guard !names.contains(host), !isLiteral || !admitsLiterals else { return nil }
    return
      "\(host) is \(address.ip), an address of this machine, its links or a cloud's metadata; expected "
      + "another one, or the host in \"localHooks\" of the site"
  }
}

extension ResourceSettings {
  /// The hosts of the webhooks in the site's own file that may be local.
  var localHosts: LocalHosts { LocalHosts(localHooks, admitsLiterals: true) }
}

extension SocketAddress {
  /// True for loopback and link-local addresses, and those of cloud metadata services.
  fileprivate var isLocal: Bool {
    switch place {
    case .v4(let ip):
      ip >> 24 == 127 || ip >> 24 == 0 || ip >> 16 == 0xA9FE || SocketAddress.metadata.contains(ip)
    // Addresses of IPv4 as IPv6 writes them, mapped, translated (RFC 6052) or compatible, such as ::1.
    case .v6(0, let low, _) where low >> 32 == 0xFFFF || low >> 32 == 0,
      .v6(0x0064_FF9B_0000_0000, let low, _) where low >> 32 == 0:
      SocketAddress(.v4(UInt32(truncatingIfNeeded: low))).isLocal
    // Link-local addresses, and the metadata of Amazon and Google.
    case .v6(let high, let low, _):
      high >> 54 == 0x3FA || high == 0xFD00_0EC2_0000_0000 && low == 0x254
        || high == 0xFD20_00CE_0000_0000 && low == 0x254
    case .unix: true
    }
  }

  /// The metadata of Alibaba, Oracle and Azure, which is not link-local.
  private static let metadata: [UInt32] = [0x6464_64C8, 0xC000_00C0, 0xA83F_8110]
}
