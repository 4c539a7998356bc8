// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Reactor
import Synchronization

/// The context that new connections use, replaced in whole when certificates change.
///
/// Connections keep the context that they began with. Ticket keys outlive a replacement, so that
/// sessions are resumed across it.
package final class TLSCertificateStore: Sendable {
  /// What came of reading the files of one identity again.
  package enum Renewal: Sendable, Equatable {
    case unchanged
    /// The new certificate is in use.
    case renewed(CertificateFacts)
    /// The old certificate stays.
    case refused(TLSError)
  }

  package let ticketKeys: TicketKeyRing?
  private let sources: Mutex<Sources>
  private let present: Mutex<TLSServerContext>

  /// What contexts are made of.
  private struct Sources {
    var configuration: TLSServerConfiguration
    /// The identities of the configuration as they were last read and used.
    var read: [TLSIdentity]

    init(_ configuration: TLSServerConfiguration) throws(TLSError) {
      self.configuration = configuration
      read = []
      for identity in configuration.identities { read.append(try identity.read()) }
    }

    func context(_ ticketKeys: TicketKeyRing?, now: Int64) throws(TLSError) -> TLSServerContext {
      var configuration = configuration
      configuration.identities = read
      return try TLSServerContext(configuration, ticketKeys: ticketKeys, now: now)
    }
  }

  package init(
    _ configuration: TLSServerConfiguration,
    ticketKeys: TicketKeyRing?,
    now: Int64 = Int64(time(nil))
  ) throws(TLSError) {
    self.ticketKeys = ticketKeys
    let sources = try Sources(configuration)
    present = Mutex(try sources.context(ticketKeys, now: now))
    self.sources = Mutex(sources)
  }

  /// What new connections use; the lock is held for a copy of one reference.
  package var context: TLSServerContext { present.withLock { $0 } }

  /// Where the identities are read from, in the order of the context's certificates.
  package var identities: [TLSIdentity] { sources.withLock { $0.configuration.identities } }

  /// Reads the files again, or takes a new configuration. When anything in it is wrong, this
  /// throws and the old context stays.
  @discardableResult
  package func reload(
    _ configuration: TLSServerConfiguration? = nil,
    now: Int64 = Int64(time(nil))
  ) throws(TLSError) -> TLSServerContext {
    try sources.withLock { sources throws(TLSError) in
      let next = try Sources(configuration ?? sources.configuration)
      let context = try next.context(ticketKeys, now: now)
      sources = next
      present.withLock { $0 = context }
      return context
    }
  }

  /// Reads the files of each identity again, and uses those that have changed and belong together; one
  /// that is wrong keeps no other from being renewed.
  package func renew(now: Int64 = Int64(time(nil))) -> [Renewal] {
    sources.withLock { sources in
      sources.read.indices.map { index in
        do throws(TLSError) {
          var next = sources
          next.read[index] = try sources.configuration.identities[index].read()
          guard next.read[index] != sources.read[index] else { return .unchanged }
          let context = try next.context(ticketKeys, now: now)
          sources = next
          present.withLock { $0 = context }
          return .renewed(context.certificates[index])
        } catch {
          return .refused(error)
        }
      }
    }
  }
}

extension TLSCertificateStore: StreamSecurity {
  package func makeLayer(on socket: Int32) throws -> any StreamLayer {
    try context.session(on: socket)
  }
}
