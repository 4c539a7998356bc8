// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import Reactor
import Synchronization

/// A server that says what the test tells it to, right or wrong: each connection runs the script on
/// a thread of its own.
package final class ScriptedServer: Sendable {
  package let address: SocketAddress
  /// Keeps the port when the server has stopped, so that nobody else answers there.
  private let reserved: ReservedPort?
  private let listener: Int32
  private let accepted = Atomic(0)

  /// The number of connections accepted so far.
  package var connections: Int { accepted.load(ordering: .acquiring) }

  /// The script gets the connection and its number, counted from 1.
  package init(
    at place: SocketAddress = .loopback(port: 0),
    _ script: @escaping @Sendable (PlainSocket, Int) throws -> Void
  ) throws {
    let reserved = place == .loopback(port: 0) ? try ReservedPort() : nil
    self.reserved = reserved
    let socket = try ListeningSocket(binding: reserved?.address ?? place)
    address = socket.address
    listener = socket.release()
    _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) & ~O_NONBLOCK)
    let thread = try LoopThread(name: "scripted") { [listener, self] in
      while true {
        // No child of this process inherits a connection, which would then stay open when it is closed.
        var other = clinux_address()
        let number = unsafe clinux_accept(listener, &other)
        guard number >= 0 else { return }
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
        let position = accepted.add(1, ordering: .acquiringAndReleasing).newValue
        guard let peer = try? PlainSocket(adopting: number) else { return }
        // A script that fails has lost its peer; the test sees that from the other side.
        do {
          let session = try LoopThread(name: "script") { try? script(peer, position) }
          session.detach()
        } catch {
          return
        }
      }
    }
    thread.detach()
  }

  /// Takes no more connections; the thread that accepts ends with it.
  package func stop() { _ = shutdown(listener, Int32(SHUT_RDWR)) }
}
