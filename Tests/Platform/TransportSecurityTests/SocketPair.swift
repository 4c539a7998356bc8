// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Two connected, non-blocking sockets, closed with this.
final class SocketPair {
  private(set) var server: Int32
  private(set) var client: Int32

  struct Failure: Error { let code: Int32 }

  /// With `bufferSize`, the kernel holds about that many bytes on the way.
  init(bufferSize: Int32? = nil) throws {
    _ = signal(SIGPIPE, SIG_IGN)
    var pair: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
    // Safe: the array has room for two descriptors.
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw Failure(code: errno) }
    server = pair[0]
    client = pair[1]
    if var size = bufferSize {
      for socket in pair {
        for option in [SO_SNDBUF, SO_RCVBUF] {
          // Safe: the pointer is to a local.
          _ = unsafe setsockopt(socket, SOL_SOCKET, option, &size, 4)
        }
      }
    }
  }

  deinit {
    closeServer()
    closeClient()
  }

  func closeServer() {
    SocketPair.close(server)
    server = -1
  }

  func closeClient() {
    SocketPair.close(client)
    client = -1
  }

  /// A program that starts at this moment has a copy of the socket until it runs: the stream's end
  /// must not wait for that.
  private static func close(_ socket: Int32) {
    guard socket >= 0 else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    _ = Glibc.close(socket)
  }
}
