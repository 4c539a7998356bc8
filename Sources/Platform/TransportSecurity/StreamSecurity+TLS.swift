// SPDX-License-Identifier: Apache-2.0

package import Reactor
import Synchronization

/// Makes a listener's connections secure, with certificates that can be replaced while it listens.
///
/// New connections use the newest context; open ones keep the one that they began with.
package final class ServerSecurity: StreamSecurity {
  private let current: Mutex<TLSServerContext>

  package init(_ context: TLSServerContext) { current = Mutex(context) }

  package func replace(with context: TLSServerContext) { current.withLock { $0 = context } }

  package func makeLayer(on socket: Int32) throws -> any StreamLayer {
    // The lock is held for one reference count, once a connection.
    try current.withLock { $0 }.session(on: socket)
  }
}

/// Makes connections to one server secure.
package struct ClientSecurity: StreamSecurity {
  private let context: TLSClientContext
  private let server: TLSServerName

  /// `server` is the name or the numeric address that the server's certificate must be for.
  package init(_ context: TLSClientContext, to server: String) throws(TLSError) {
    self.context = context
    self.server = try TLSServerName(server)
  }

  package func makeLayer(on socket: Int32) throws -> any StreamLayer {
    try context.session(on: socket, to: server)
  }
}
