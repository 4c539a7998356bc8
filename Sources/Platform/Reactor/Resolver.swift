// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// Turns host names into addresses, off the loops.
///
/// Answers are kept for `interval`: the system's resolver tells no lifetimes. After that the old
/// answer goes on being given while one new look-up runs, so a slow name server delays nobody. A
/// failure is kept for `failureInterval`. Numeric addresses are not looked up.
package final class Resolver: Sendable {
  /// Looks a name up and blocks meanwhile; the addresses have no port.
  package typealias Lookup = @Sendable (String) throws(SystemError) -> [SocketAddress.Place]

  /// Maximum number of addresses kept of one name.
  static let mostAddresses = 32
  /// Maximum number of names kept; beyond it, expired ones are removed.
  static let mostNames = 4_096

  private let pool: WorkerPool
  private let lookup: Lookup
  private let interval: Duration
  private let failureInterval: Duration
  private let clock: LoopClock
  private let names = Mutex<[String: Entry]>([:])

  private struct Entry {
    var outcome: Result<[SocketAddress.Place], SystemError>?
    var expires = Instant(nanoseconds: .min)
    var isRunning = false
    var waiting: [CheckedContinuation<Result<[SocketAddress.Place], SystemError>, Never>] = []
  }

  package init(
    pool: WorkerPool,
    interval: Duration = .seconds(30),
    failureInterval: Duration = .seconds(1),
    clock: LoopClock = .system,
    lookup: @escaping Lookup = Resolver.systemLookup
  ) {
    self.pool = pool
    self.lookup = lookup
    self.interval = interval
    self.failureInterval = failureInterval
    self.clock = clock
  }

  /// The addresses of `host`, at least one.
  package func addresses(
    of host: String,
    port: UInt16
  ) async throws(SystemError) -> [SocketAddress] {
    if let numeric = SocketAddress(ip: host, port: port) { return [numeric] }
    let places = try await outcome(for: host).get()
    return places.map { SocketAddress($0, port: port) }
  }

  private func outcome(for host: String) async -> Result<[SocketAddress.Place], SystemError> {
    let (known, mustRun) = names.withLock { names in
      let now = clock.now
      let entry = names[host] ?? Entry()
      let isStale = entry.expires <= now && !entry.isRunning
      if isStale {
        if names.count >= Resolver.mostNames {
          names = names.filter { $0.value.expires > now || $0.value.isRunning }
        }
        names[host, default: entry].isRunning = true
      }
      if case .failure = entry.outcome, entry.expires <= now {
        return (Result<[SocketAddress.Place], SystemError>?.none, isStale)
      }
      return (entry.outcome, isStale)
    }
    if mustRun { start(host) }
    if let known { return known }
    return await withCheckedContinuation { continuation in
      let known = names.withLock { names in
        guard let entry = names[host], !entry.isRunning, let outcome = entry.outcome else {
          names[host, default: Entry()].waiting.append(continuation)
          return Result<[SocketAddress.Place], SystemError>?.none
        }
        return outcome
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  private func start(_ host: String) {
    let isTaken = pool.submit { [self] in
      do throws(SystemError) {
        let places = try lookup(host)
        finish(host, places.isEmpty ? .failure(Resolver.unknown(host)) : .success(places))
      } catch {
        finish(host, .failure(error))
      }
    }
    if !isTaken {
      finish(host, .failure(SystemError("resolve \(host): too many look-ups wait", code: EAGAIN)))
    }
  }

  private func finish(_ host: String, _ outcome: Result<[SocketAddress.Place], SystemError>) {
    let (told, result) = names.withLock { names in
      var entry = names[host] ?? Entry()
      // A name that was known stays known while its server cannot be reached.
      if case .failure = outcome, case .success = entry.outcome {
        entry.expires = clock.now + failureInterval
      } else {
        entry.outcome = outcome
        if case .success = outcome {
          entry.expires = clock.now + interval
        } else {
          entry.expires = clock.now + failureInterval
        }
      }
      entry.isRunning = false
      let waiting = entry.waiting
      entry.waiting = []
      let result = entry.outcome ?? outcome
      names[host] = entry
      return (waiting, result)
    }
    for continuation in told { continuation.resume(returning: result) }
  }

  private static func unknown(_ host: String) -> SystemError {
    SystemError("resolve \(host): the name has no address", code: ENOENT)
  }

  /// The system's resolver, `/etc/hosts` included.
  package static func systemLookup(_ host: String) throws(SystemError) -> [SocketAddress.Place] {
    var found = [clinux_address](repeating: clinux_address(), count: mostAddresses)
    // Safe: the array has room for as many addresses as are asked for.
    let count = unsafe clinux_resolve(host, 0, &found, Int32(mostAddresses))
    guard count >= 0 else {
      let reason = unsafe clinux_resolve_error(count)
      let text = unsafe reason.map { unsafe String(cString: $0) } ?? "unknown error"
      throw SystemError("resolve \(host): \(text)", code: ENOENT)
    }
    return found.prefix(Int(count)).map { SocketAddress($0).place }
  }
}
