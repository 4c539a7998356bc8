// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor
import Synchronization

/// A body that is read to its end at the service's speed, to be stored, while clients on any loop
/// read it at their own. One too large to be stored is read at the speed of its slowest client.
final class PassBody: Sendable {
  enum End {
    case complete(trailers: Fields)
    case failed(ClientError)
  }

  private struct State {
    /// The bytes from `dropped` on.
    var bytes: [UInt8] = []
    /// Number of bytes that every client has, of a body that is too large.
    var dropped = 0
    var isTooLarge = false
    var end: End?
    var clients: [ObjectIdentifier: Client] = [:]

    var count: Int { dropped + bytes.count }

    /// Whether clients have what was read, as far as a body that is too large is held for them.
    var hasRoom: Bool {
      !isTooLarge || clients.values.allSatisfy { count - $0.place < PassBody.window }
    }
  }

  private struct Client {
    var place = 0
    let wake: @Sendable () -> Void
  }

  enum Taken {
    case piece([UInt8])
    case nothing
    case over
  }

  /// Maximum bytes that a client is sent at once.
  private static let piece = 65_536
  /// Maximum bytes of a body too large to be stored that are read ahead of a client.
  private static let window = 1 << 20

  private let limit: Int
  private let state = Mutex(State())
  /// Tells that clients have taken what was read ahead for them.
  private let roomCame: @Sendable () -> Void

  /// - Parameter limit: most bytes that can be stored.
  init(atMost limit: Int, roomCame: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.roomCame = roomCame
  }

  var end: End? { state.withLock { $0.end } }
  var isTooLarge: Bool { state.withLock { $0.isTooLarge } }
  var hasClients: Bool { state.withLock { !$0.clients.isEmpty } }
  var hasRoom: Bool { state.withLock { $0.hasRoom } }

  /// The bytes of a body that has come whole and is not too large; `nil` for any other.
  var whole: [UInt8]? {
    state.withLock { state in
      guard case .complete = state.end, !state.isTooLarge else { return nil }
      return state.bytes
    }
  }

  /// The bytes of a short body that has come whole, without trailers; `nil` for any other.
  var onePiece: [UInt8]? {
    guard case .complete(let trailers) = end, trailers.isEmpty, let whole,
      whole.count <= PassBody.piece
    else { return nil }
    return whole
  }

  // MARK: the service's side

  /// Takes what has come; `length` is that of the whole body, if it is known.
  func take(_ buffer: inout ByteBuffer, of length: Int?) {
    let clients = state.withLock { state in
      if state.bytes.isEmpty, let length { state.bytes.reserveCapacity(min(length, limit)) }
      state.bytes.append(buffer.span)
      if state.count > limit { state.isTooLarge = true }
      return state.clients.values.map(\.wake)
    }
    buffer.removeAll()
    for wake in clients { wake() }
  }

  func finish(_ end: End) {
    let clients = state.withLock { state in
      state.end = end
      return state.clients.values.map(\.wake)
    }
    for wake in clients { wake() }
  }

  // MARK: the clients' side

  /// Lets a client read, which is woken when there is more; `false` where the beginning is not there any more.
  func enter(_ id: ObjectIdentifier, _ wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.dropped == 0 else { return false }
      state.clients[id] = Client(wake: wake)
      return true
    }
  }

  /// Removes a client.
  func leave(_ id: ObjectIdentifier) {
    guard state.withLock({ $0.clients.removeValue(forKey: id) != nil }) else { return }
    roomCame()
  }

  /// The next piece for a client.
  func take(_ id: ObjectIdentifier) -> Taken {
    let (taken, hasMadeRoom): (Taken, Bool) = state.withLock { state in
      guard let place = state.clients[id]?.place else { return (.over, false) }
      guard place < state.count else { return (state.end == nil ? .nothing : .over, false) }
      let start = place - state.dropped
      let end = min(state.bytes.count, start + PassBody.piece)
      let piece = Array(state.bytes[start..<end])
      let wasFull = !state.hasRoom
      state.clients[id]?.place += piece.count
      if state.isTooLarge { PassBody.drop(&state) }
      return (.piece(piece), wasFull && state.hasRoom)
    }
    if hasMadeRoom { roomCame() }
    return taken
  }

  /// Drops what every client has, once that is half of what is held.
  private static func drop(_ state: inout State) {
    let least = state.clients.values.map(\.place).min() ?? state.count
    let count = least - state.dropped
    guard count > state.bytes.count / 2 else { return }
    state.bytes.removeFirst(count)
    state.dropped = least
  }
}
