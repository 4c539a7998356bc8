// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import HTTPValues
import Reactor
package import Signals
import Synchronization
package import TransportSecurity

/// The expiry of a certificate in use.
package struct CertificateEnd {
  /// The name of the certificate's file.
  package let name: String
  package let end: UnixTime
  private let seconds: Int64

  package init(_ name: String, _ end: Int64, at now: Int64) {
    self.name = name
    self.end = UnixTime(seconds: end)
    seconds = end - now
  }

  package var hasEnded: Bool { seconds <= 0 }
  /// The whole days that are left.
  package var days: Int { Int(seconds / 86_400) }
  /// Whether operators get a warning: fewer than 14 days are left.
  package var isSoon: Bool { days < 14 }
  /// Whether operators get an urgent alert: fewer than 3 days are left.
  package var isUrgent: Bool { days < 3 }
}

/// Reloads renewed certificates and reports the result.
package final class CertificateRenewal: Sendable {
  package let store: TLSCertificateStore
  private let renewals: SignalFamily<Counter>
  private let shard: SharedSignalShard
  /// The fault of each identity at the last check, so that it is reported once.
  private let faults: Mutex<[TLSError?]>

  private static let outcomes = ["renewed", "refused"]

  package init(_ store: TLSCertificateStore, _ registry: SignalRegistry) throws(SignalFault) {
    self.store = store
    faults = Mutex(Array(repeating: nil, count: store.identities.count))
    renewals = try registry.counters(
      "portico_tls_certificate_renewals_total",
      "Changed certificate files, by whether the new certificate is in use.",
      labels: [SignalLabel("outcome", CertificateRenewal.outcomes)]
    )
    shard = try registry.makeSharedShard()
  }

  /// The expiries of all certificates in use.
  package func ends(at now: Int64) -> [CertificateEnd] {
    zip(store.identities, store.context.certificates).map { identity, facts in
      CertificateEnd(identity.chain.name, facts.validUntil, at: now)
    }
  }

  /// Reads the files again. If an operator asked for it, unchanged results are reported as well.
  package func check(isRequested: Bool = false) {
    faults.withLock { faults in
      let warnings = store.context.warnings
      let outcomes = store.renew()
      for (index, outcome) in outcomes.enumerated() {
        switch outcome {
        case .unchanged: faults[index] = nil
        case .renewed(let facts):
          faults[index] = nil
          count(0)
          let end = HTTPDate(seconds: facts.validUntil).text
          say("\(store.identities[index].chain.name) is renewed, and valid until \(end)")
        case .refused(let error):
          if faults[index] != error { count(1) }
          if isRequested || faults[index] != error {
            say("the old certificate stays in use: \(error)")
          }
          faults[index] = error
        }
      }
      for warning in store.context.warnings where !warnings.contains(warning) { say(warning) }
      if isRequested, faults.allSatisfy({ $0 == nil }) {
        say("certificates in use: \(outcomes.count)")
      }
    }
  }

  private func count(_ outcome: Int) { shard.record { $0.add(renewals[outcome], 1) } }

  private func say(_ text: String) { StandardStream.errors.write("portico: \(text)\n") }
}
