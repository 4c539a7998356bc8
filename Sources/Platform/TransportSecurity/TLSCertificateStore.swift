// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Reactor
import Synchronization

/// The context for new connections, replaced as a whole when certificates change.
///
/// Open connections keep their context. Ticket keys outlive a replacement, so sessions are resumed
/// across it.
package final class TLSCertificateStore: Sendable {
  /// The outcome of reading one identity's files again.
  package enum Renewal: Sendable, Equatable {
    case unchanged
    /// The new certificate is in use.
    case renewed(CertificateFacts)
    /// The new certificate is refused and the old one kept.
    case refused(TLSError)
  }

  package let ticketKeys: TicketKeyRing?
  private let sources: Mutex<Sources>
  private let present: Mutex<TLSServerContext>

  /// The inputs of a context.
  private struct Sources {
    var configuration: TLSServerConfiguration
    /// The identities of the configuration as last read and accepted.
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

  /// The context for new connections; the lock is held for copying one reference.
  package var context: TLSServerContext { present.withLock { $0 } }

  /// The sources of the identities, in the order of the context's certificates.
  package var identities: [TLSIdentity] { sources.withLock { $0.configuration.identities } }

  /// Reads the files again, or takes a new configuration; on an error the old context stays in use.
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

  /// Reads the files of each identity again, and uses those that changed and are valid; an invalid
  /// one does not keep others from being renewed.
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
