// SPDX-License-Identifier: Apache-2.0

import Reactor
import TransportSecurity

/// Listens for whoever may end the service, on one loop.
final class ServiceControl {
  private var signals: ProcessSignals?
  private var offer: TakeoverOffer?
  private var rotation: TicketRotation?
  private let spilling: [SpillTimer]
  private var isStopping = false
  private var whenStopped: (() -> Void)?

  init(
    on core: LoopCore,
    spills: [CacheSpill],
    takeover: String?,
    handing descriptors: [Int32],
    certificates: CertificateRenewal?,
    token: AdminToken?
  ) throws(SystemError) {
    var spilling: [SpillTimer] = []
    for spill in spills { spilling.append(try SpillTimer(spill, on: core)) }
    self.spilling = spilling
    signals = try ProcessSignals(on: core) { [unowned self] request in
      switch request {
      case .stop: stop()
      case .reload:
        certificates?.look(isAsked: true)
        reload(token)
      }
    }
    if let keys = certificates?.store.ticketKeys { rotation = TicketRotation(keys, on: core) }
    if let certificates { try CertificateWatch.start(certificates) }
    if let takeover {
      offer = try TakeoverOffer(
        at: takeover,
        on: core,
        descriptors,
        failed: { StandardStream.errors.write("portico: no process takes over: \($0)\n") },
        relieved: { [unowned self] in stop() }
      )
    }
  }

  /// Lets the next process take over from this one, which has relieved whoever was there before.
  func publishOffer() {
    do throws(SystemError) {
      try offer?.publish()
    } catch {
      StandardStream.errors.write("portico: no process can take over from this one: \(error)\n")
      withdrawOffer()
    }
  }

  func withdrawOffer() {
    offer?.close()
    offer = nil
  }

  /// Calls `body` once the service is to stop; at once when it is already.
  func onStop(_ body: @escaping () -> Void) {
    if isStopping { body() } else { whenStopped = body }
  }

  private func reload(_ token: AdminToken?) {
    guard let token else { return }
    do {
      try token.reload()
      StandardStream.errors.write("portico: the token for operators is read again\n")
    } catch {
      StandardStream.errors.write("portico: the old token for operators stays: \(error)\n")
    }
  }

  private func stop() {
    guard !isStopping else { return }
    isStopping = true
    // Who asks twice does not want to wait: the second signal ends the process.
    signals?.close()
    signals = nil
    withdrawOffer()
    let body = whenStopped
    whenStopped = nil
    body?()
  }
}
