// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Where requests for passes lead that keep answers, by their bytes, as one loop has learnt it: what
/// is worked out of host, path and query once costs a hash and a comparison after that.
struct PassMemo {
  /// Longer targets are worked out every time.
  private static let maximumBytes = 512

  /// What a request leads to.
  struct Way {
    let route: PassRoute
    /// What its answers are kept under.
    let key: [UInt8]
  }

  private struct Slot {
    let hash: UInt64
    let scheme: Scheme
    let authority: [UInt8]
    let target: [UInt8]
    let way: Way
  }

  private let seed = HashSeed.random()
  private var slots = HashSlots<Slot>()

  /// Where a request leads; `nil` if that has to be worked out.
  func way(of request: borrowing RequestView) -> Way? {
    guard !slots.isEmpty, request.target.count <= PassMemo.maximumBytes else { return nil }
    let hash = hash(of: request)
    guard let slot = slots[hash], slot.hash == hash, slot.scheme == request.scheme,
      slot.target.span.matches(request.target), slot.authority.span.matches(request.authority)
    else { return nil }
    return slot.way
  }

  mutating func keep(_ way: Way, for request: borrowing RequestView) {
    guard request.target.count <= PassMemo.maximumBytes,
      request.authority.count <= PassMemo.maximumBytes
    else { return }
    let hash = hash(of: request)
    slots[hash] = Slot(
      hash: hash,
      scheme: request.scheme,
      authority: request.authority.array,
      target: request.target.array,
      way: way
    )
  }

  mutating func removeAll() { slots.removeAll() }

  private func hash(of request: borrowing RequestView) -> UInt64 {
    seed.hash(request.target) &* 31 &+ seed.hash(request.authority)
  }
}
