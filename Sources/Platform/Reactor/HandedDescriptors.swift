// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Descriptors that another process has handed over; those that are not taken are closed with it.
package final class HandedDescriptors: Sendable {
  private let numbers: Mutex<[Int32]>

  /// - Parameter numbers: without any, there is nothing to take.
  package init(_ numbers: [Int32] = []) { self.numbers = Mutex(numbers) }

  /// Number of descriptors that are still to be taken.
  package var count: Int { numbers.withLock { $0.count } }

  deinit { for number in numbers.withLock({ $0 }) { close(number) } }

  /// Takes the sockets that listen at an address.
  package func takeSockets(at address: SocketAddress) -> [Int32] {
    take { ListeningSocket.address(of: $0) == address }
  }

  /// Takes a descriptor that was opened for the same file as `number`.
  package func takeFile(like number: Int32) -> Int32? {
    guard let wanted = FileIdentity(number) else { return nil }
    return take { FileIdentity($0) == wanted }.first
  }

  private func take(_ isWanted: (Int32) -> Bool) -> [Int32] {
    numbers.withLock { numbers in
      let taken = numbers.filter(isWanted)
      numbers.removeAll { taken.contains($0) }
      return taken
    }
  }
}

/// Identity of a file, whatever its name.
private struct FileIdentity: Equatable {
  private let device: UInt64
  private let node: UInt64

  init?(_ number: Int32) {
    var status = stat()
    // Safe: the kernel fills the structure and keeps no pointer to it.
    guard unsafe fstat(number, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
