// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Plans
import Testing

@Suite struct `Where a site says that a service is` {
  @Test func `is an origin`() {
    let address = BackendDeclaration.Address(isSecure: true, host: "prices.example", port: 443)
    #expect(Origin(address) == Origin(.https, host: "prices.example", port: 443))
  }

  @Test func `may be a numeric address, which URLs write in brackets`() {
    let origin = Origin(BackendDeclaration.Address(isSecure: false, host: "[::1]", port: 9000))
    #expect(origin.host == "::1")
    #expect(origin.authority == "[::1]:9000")
  }
}
