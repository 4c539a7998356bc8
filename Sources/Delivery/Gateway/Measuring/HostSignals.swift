// SPDX-License-Identifier: Apache-2.0

package import Signals

/// What is measured of requests that reach no site.
package struct HostSignals: Sendable {
  let misdirected: Counter
  let registry: SignalRegistry

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    misdirected = try registry.counter(
      "portico_misdirected_requests_total",
      "Requests for hosts that no site has."
    )
  }
}
