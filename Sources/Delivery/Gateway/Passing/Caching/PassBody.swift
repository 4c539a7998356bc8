// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPForwarding
import HTTPValues
import Reactor

/// A body that is read to its end at the service's speed, to be stored, while one client reads it
/// at its own. It belongs to a loop.
final class PassBody {
  enum End {
    case complete(trailers: Fields)
    case failed(ClientError)
    /// The body is too large to be stored: its reader takes the rest from the call itself.
    case tooLarge
  }

  /// Maximum bytes that a client is sent at once.
  private static let piece = 65_536

  private(set) var bytes: [UInt8] = []
  private(set) var end: End?
  /// Whether its client has left.
  private var isUnread = false
  private let waiter = Reactor.Waiter()
  private let call: any ForwardedCall

  init(_ call: any ForwardedCall) { self.call = call }

  var count: Int { bytes.count }

  /// A body of one piece that has come whole; `nil` for any other.
  var whole: [UInt8]? {
    guard case .complete(let trailers) = end, trailers.isEmpty, count <= PassBody.piece else {
      return nil
    }
    return bytes
  }

  /// Reads what has come, without waiting for more.
  func begin(atMost limit: Int) {
    var buffer = ByteBuffer()
    do throws(ClientError) {
      while end == nil {
        switch try call.take(into: &buffer) {
        case .bytes: add(&buffer, atMost: limit)
        case .nothing: return
        case .end: finishWhole()
        }
      }
    } catch {
      finish(.failed(error))
    }
  }

  /// Reads to the end, or beyond `limit`.
  func fill(atMost limit: Int) async {
    var buffer = ByteBuffer()
    do throws(ClientError) {
      while end == nil {
        if try await call.read(into: &buffer) {
          add(&buffer, atMost: limit)
        } else {
          finishWhole()
        }
      }
    } catch {
      finish(.failed(error))
    }
  }

  private func add(_ buffer: inout ByteBuffer, atMost limit: Int) {
    if bytes.isEmpty, let length = call.exchange.bodyLength {
      bytes.reserveCapacity(min(length, limit))
    }
    bytes.append(buffer.span)
    buffer.removeAll()
    if bytes.count > limit { finish(.tooLarge) } else { waiter.wake() }
  }

  private func finishWhole() {
    finish(.complete(trailers: ForwardedTrailers.clean(call.exchange.trailers)))
  }

  private func finish(_ end: End) {
    self.end = end
    waiter.wake()
  }

  /// Records that the client has left.
  func clientLeft() {
    isUnread = true
    waiter.wake()
  }

  /// Returns the next piece from `place` on; empty if there is none and the body has ended, or its
  /// client has left.
  func next(from place: Int) async -> [UInt8] {
    while place >= bytes.count, end == nil, !isUnread { await waiter.wait() }
    guard place < bytes.count else { return [] }
    let last = min(bytes.count, place + PassBody.piece)
    return Array(bytes[place..<last])
  }
}
