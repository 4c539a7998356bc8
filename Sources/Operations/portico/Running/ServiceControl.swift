// SPDX-License-Identifier: Apache-2.0

import Reactor
import Serving
import TransportSecurity

/// Handles signals and takeovers, which may stop the service, on one loop.
final class ServiceControl {
  private var signals: ProcessSignals?
  private var offer: TakeoverOffer?
  private var rotation: TicketRotation?
  private let saveTimers: [CacheSaveTimer]
  private var isStopping = false
  /// True once another process has taken over.
  private var isReplaced = false
  private var whenStopped: ((Bool) -> Void)?

  init(
    on core: LoopCore,
    persisted: [CachePersistence],
    takeover: String?,
    handing descriptors: [Int32],
    certificates: CertificateRenewal?,
    tokens: AdminTokens?,
    reopen: @escaping () -> Void
  ) throws(SystemError) {
    var saveTimers: [CacheSaveTimer] = []
    for persistence in persisted { saveTimers.append(try CacheSaveTimer(persistence, on: core)) }
    self.saveTimers = saveTimers
    signals = try ProcessSignals(on: core) { [unowned self] request in
      switch request {
      case .stop: stop()
      case .reload:
        certificates?.check(isRequested: true)
        reload(tokens)
      case .reopen: reopen()
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
        relieved: { [unowned self] in
          isReplaced = true
          stop()
        }
      )
    }
  }

  /// Offers the next process to take over from this one, after this one has taken over itself.
  ///
  /// - Parameter more: sockets that were made since.
  func publishOffer(with more: [Int32]) {
    do throws(SystemError) {
      try offer?.publish(with: more)
    } catch {
      StandardStream.errors.write("portico: no process can take over from this one: \(error)\n")
      withdrawOffer()
    }
  }

  func withdrawOffer() {
    offer?.close()
    offer = nil
  }

  /// Calls `body` when the service is to stop, or at once if it already is, with true where another process has
  /// taken over.
  func onStop(_ body: @escaping (Bool) -> Void) {
    if isStopping { body(isReplaced) } else { whenStopped = body }
  }

  private func reload(_ tokens: AdminTokens?) {
    guard let tokens else { return }
    let faults = tokens.reload()
    for fault in faults {
      StandardStream.errors.write("portico: the old operators' token stays in use: \(fault)\n")
    }
    if faults.isEmpty { StandardStream.errors.write("portico: the operators' token is reloaded\n") }
  }

  private func stop() {
    guard !isStopping else { return }
    isStopping = true
    // A second signal ends the process at once.
    signals?.close()
    signals = nil
    withdrawOffer()
    let body = whenStopped
    whenStopped = nil
    body?(isReplaced)
  }
}
