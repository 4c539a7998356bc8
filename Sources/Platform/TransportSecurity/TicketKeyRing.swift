// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

// Session tickets (RFC 5077, RFC 8446 4.6.1) are encrypted with keys of our own, so that every
// loop, every context after a reload and, with a shared secret, every process can decrypt them.
// Time is divided into epochs. Tickets are issued with the present epoch's key. Those of the
// previous epoch are accepted and replaced; those of the next one are accepted from a peer process
// whose clock is ahead. A key is overwritten when it leaves the ring: older tickets lead to a full
// handshake.

/// The session ticket keys, shared by all contexts of a server.
package final class TicketKeyRing: Sendable {
  private struct State {
    var epoch: Int64
    /// The keys of the previous, present and next epoch.
    var keys: [TicketKey]
  }

  /// The length of an epoch.
  package let interval: Duration
  private let secret: [UInt8]?
  private let state: Mutex<State>

  /// The least length of a secret from which keys are derived.
  package static let shortestSecret = 32
  package static let shortestInterval = Duration.seconds(60)

  /// Random keys of this process only, new in every epoch.
  package convenience init(interval: Duration = .seconds(7200), now: Int64) throws(TLSError) {
    try self.init(interval: interval, secret: nil, now: now)
  }

  /// Keys derived from a file's bytes and the epoch: all processes with the file share the keys,
  /// also after a restart.
  ///
  /// The file needs 32 bytes that nobody can guess, `head -c 48 /dev/urandom`, and must be as
  /// secret as the certificate's key.
  package convenience init(
    sharing source: PEMSource,
    interval: Duration = .seconds(7200),
    now: Int64
  ) throws(TLSError) {
    let secret = try source.read()
    guard secret.count >= TicketKeyRing.shortestSecret else {
      throw TLSError(
        .malformed,
        source.name,
        "expected a secret of at least \(TicketKeyRing.shortestSecret) bytes, "
          + "found \(secret.count)"
      )
    }
    try self.init(interval: interval, secret: secret, now: now)
  }

  private init(interval: Duration, secret: [UInt8]?, now: Int64) throws(TLSError) {
    guard interval >= TicketKeyRing.shortestInterval else {
      throw TLSError(
        .malformed,
        "session tickets",
        "expected keys to last \(TicketKeyRing.shortestInterval) or longer, found \(interval)"
      )
    }
    self.interval = interval
    self.secret = secret
    let epoch = TicketKeyRing.epoch(at: now, interval: interval)
    state = Mutex(State(epoch: epoch, keys: try TicketKeyRing.keys(at: epoch, secret, [])))
  }

  /// Advances to the epoch of `now`, in seconds since 1970.
  ///
  /// To be called about once a minute. If it throws, the keys stay as they are.
  package func rotate(now: Int64) throws(TLSError) {
    let epoch = TicketKeyRing.epoch(at: now, interval: interval)
    let (known, present) = state.withLock { ($0.keys, $0.epoch) }
    guard epoch != present else { return }
    let keys = try TicketKeyRing.keys(at: epoch, secret, known)
    state.withLock { $0 = State(epoch: epoch, keys: keys) }
  }

  private static func epoch(at now: Int64, interval: Duration) -> Int64 {
    now / max(1, interval.components.seconds)
  }

  private static func keys(
    at epoch: Int64,
    _ secret: [UInt8]?,
    _ known: [TicketKey]
  ) throws(TLSError) -> [TicketKey] {
    var keys: [TicketKey] = []
    for number in [epoch - 1, epoch, epoch + 1] {
      if let key = known.first(where: { $0.epoch == number }) {
        keys.append(key)
      } else {
        keys.append(try TicketKey(epoch: number, secret: secret))
      }
    }
    return keys
  }

  /// The key for new tickets.
  var present: TicketKey? {
    state.withLock { state in state.keys.first { $0.epoch == state.epoch } }
  }

  /// Returns the key of that name, and whether its tickets should be replaced.
  func find(_ name: UnsafePointer<UInt8>) -> (key: TicketKey, isPast: Bool)? {
    state.withLock { state in
      for key in state.keys where unsafe key.isNamed(name) { return (key, key.epoch < state.epoch) }
      return nil
    }
  }
}
