// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Reactor
import Synchronization

/// The context that new connections use, replaced in whole when certificates change.
///
/// Connections keep the context that they began with. Ticket keys outlive a replacement, so that
/// sessions are resumed across it.
package final class TLSCertificateStore: Sendable {
  package let ticketKeys: TicketKeyRing?
  private let present: Mutex<TLSServerContext>

  package init(
    _ configuration: TLSServerConfiguration,
    ticketKeys: TicketKeyRing?,
    now: Int64 = Int64(time(nil))
  ) throws(TLSError) {
    self.ticketKeys = ticketKeys
    present = Mutex(try TLSServerContext(configuration, ticketKeys: ticketKeys, now: now))
  }

  /// What new connections use; the lock is held for a copy of one reference.
  package var context: TLSServerContext { present.withLock { $0 } }

  /// Reads the files again, or takes a new configuration. When anything in it is wrong, this
  /// throws and the old context stays.
  @discardableResult
  package func reload(
    _ configuration: TLSServerConfiguration? = nil,
    now: Int64 = Int64(time(nil))
  ) throws(TLSError) -> TLSServerContext {
    let next = try TLSServerContext(
      configuration ?? context.configuration,
      ticketKeys: ticketKeys,
      now: now
    )
    present.withLock { $0 = next }
    return next
  }
}

extension TLSCertificateStore: StreamSecurity {
  package func makeLayer(on socket: Int32) throws -> any StreamLayer {
    try context.session(on: socket)
  }
}
