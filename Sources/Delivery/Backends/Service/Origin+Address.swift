// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
import HTTPValues
package import Plans

extension Origin {
  /// Where a site says that a service is. URLs write numeric addresses in brackets, which are no part
  /// of the address.
  package init(_ address: BackendDeclaration.Address, by rules: ConnectionRules? = nil) {
    var host = address.host[...]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    self.init(
      address.isSecure ? .https : .http,
      host: String(host),
      port: UInt16(clamping: address.port),
      by: rules
    )
  }
}
