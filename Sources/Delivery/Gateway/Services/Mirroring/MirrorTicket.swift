// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import HTTPValues
import Passing
import Reactor

/// A mirrored request with the first service's answer, as far as they are compared. It belongs to a
/// loop; releasing it ends the comparison.
final class MirrorTicket: ContentObserver {
  /// The request as the first service got it.
  var request: Request?
  var status: Status?
  /// The length of the answer in bytes.
  private(set) var count = 0
  private var bytes: [UInt8] = []
  private let mirror: Mirror
  private let loop: LoopNumber

  init(_ mirror: Mirror) {
    self.mirror = mirror
    loop = mirror.loop
  }

  deinit { if loop.isCurrent { mirror.returned() } }

  /// Adds a piece of the visitor's answer.
  func append(_ piece: Span<UInt8>) {
    count += piece.count
    let room = Mirror.comparedBytes - bytes.count
    guard room > 0 else { return }
    bytes.append(piece.extracting(first: min(room, piece.count)))
  }

  /// Starts the comparison of a plan's call.
  func compare(_ call: BackendCall, _ answer: BackendAnswer) {
    mirror.compare(call, answer.body, answer.head.status, self)
  }

  /// Starts the comparison when the visitor's answer is complete.
  func finish() { mirror.compare(self) }

  /// Whether the answer has this piece at an offset, as far as that is known.
  func continues(_ piece: Span<UInt8>, at place: Int) -> Bool {
    guard place + piece.count <= count else { return false }
    let bytes = bytes
    guard place < bytes.count else { return true }
    let end = min(place + piece.count, bytes.count)
    return bytes.span.extracting(place..<end).matches(piece.extracting(first: end - place))
  }
}
