// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// An error: the address is in use.
package struct AddressInUse: Error, CustomStringConvertible {
  package let address: SocketAddress

  package var description: String { "another process listens at \(address)" }
}

/// The sockets of one listener, at least one for each loop, on their way to the loops.
struct BoundListener: Sendable {
  let configuration: ListenerConfiguration
  let address: SocketAddress
  /// Each socket once, however many loops share it.
  let sockets: [Int32]
  /// The descriptors that each loop accepts on; each is taken once.
  let assigned: [[Int32]]
  /// Whether other loops or processes wait for the same sockets.
  let isShared: Bool

  init(_ configuration: ListenerConfiguration, loops: Int) throws {
    self.configuration = configuration
    var (sockets, duplicates): ([Int32], [Int32]) = ([], [])
    let address: SocketAddress
    var joins = false
    switch configuration.source {
    case .address(let wanted):
      let first = try BoundListener.bind(wanted)
      // The path of a Unix socket can be bound once only; the loops share it then.
      (address, joins) = (first.address, first.canBeJoined)
      sockets = [first.release()]
    case .inherited(let number):
      let first = try ListeningSocket(adopting: Descriptor(owning: number), isShared: true)
      address = first.address
      sockets = [first.release()]
    case .handed(let number, let others):
      let first = try ListeningSocket(adopting: Descriptor(owning: number), isShared: true)
      (address, joins) = (first.address, first.canBeJoined)
      sockets = [first.release()] + others
    }
    for index in sockets.count..<max(sockets.count, loops) {
      if joins, let joined = try BoundListener.join(address) {
        sockets.append(joined)
      } else {
        joins = false
        duplicates.append(try BoundListener.duplicate(sockets[index % sockets.count]))
      }
    }
    self.address = address
    self.sockets = sockets
    isShared = !duplicates.isEmpty || configuration.source.isShared
    assigned = BoundListener.dealt(sockets + duplicates, to: loops)
  }

  private static func bind(_ address: SocketAddress) throws -> ListeningSocket {
    do throws(SystemError) {
      return try ListeningSocket(binding: address)
    } catch {
      guard error.isAddressInUse else { throw error }
      throw AddressInUse(address: address)
    }
  }

  /// One more socket beside those that are there; `nil` where they belong to another user.
  private static func join(_ address: SocketAddress) throws(SystemError) -> Int32? {
    do throws(SystemError) {
      return try ListeningSocket(joining: address).release()
    } catch {
      guard error.isAddressInUse else { throw error }
      return nil
    }
  }

  private static func duplicate(_ number: Int32) throws(SystemError) -> Int32 {
    let socket = try ListeningSocket(adopting: Descriptor(owning: number), isShared: true)
    let copy = try socket.duplicate().release()
    // The original stays whose it was.
    _ = socket.release()
    return copy
  }

  private static func dealt(_ numbers: [Int32], to loops: Int) -> [[Int32]] {
    var dealt: [[Int32]] = Array(repeating: [], count: loops)
    for (index, number) in numbers.enumerated() { dealt[index % loops].append(number) }
    return dealt
  }
}

extension ListenerConfiguration.Source {
  /// Whether the sockets have other owners.
  fileprivate var isShared: Bool {
    switch self {
    case .address: false
    case .inherited, .handed: true
    }
  }
}
