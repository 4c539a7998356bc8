// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues

// Links carry the audience, so nearly every request names what it wants by its bytes alone: the
// target, and what it accepts. Where they lead is worked out once; after that a request costs a hash
// and a comparison. Nothing is kept whose answer depends on anything else of the request, and all of
// it goes when the publication changes.

/// Where requests with a token lead, by their bytes, as one loop has learnt it.
struct TargetMemo {
  /// Longer targets are worked out every time.
  private static let maximumBytes = 512

  /// What a request leads to.
  enum Way {
    case document(HeldAnswer)
    case plan(PlannedRequest)
  }

  private struct Slot {
    let hash: UInt64
    let target: [UInt8]
    let accept: [UInt8]
    let acceptEncoding: [UInt8]
    let way: Way
  }

  private let seed = HashSeed.random()
  private var slots = HashSlots<Slot>()
  /// The hashes of requests that came once.
  private var once = HashSlots<UInt64>()

  /// Where a request leads; `nil` if that has to be worked out.
  func way(of request: borrowing RequestView) -> Way? {
    guard !slots.isEmpty, let hash = hash(of: request) else { return nil }
    guard let slot = slots[hash], slot.hash == hash,
      slot.target.span.matches(request.target),
      TargetMemo.has(request.fields, .accept, slot.accept),
      TargetMemo.has(request.fields, .acceptEncoding, slot.acceptEncoding)
    else { return nil }
    return slot.way
  }

  mutating func keep(_ way: Way, for request: borrowing RequestView) {
    guard let hash = hash(of: request) else { return }
    keep(way, for: request, hash)
  }

  /// Keeps where a request leads that came before, so that the many that are rare do not take the
  /// places of the few that are not.
  mutating func keepIfAgain(_ way: Way, for request: borrowing RequestView) {
    guard let hash = hash(of: request) else { return }
    if once[hash] == hash { keep(way, for: request, hash) } else { once[hash] = hash }
  }

  private mutating func keep(_ way: Way, for request: borrowing RequestView, _ hash: UInt64) {
    slots[hash] = Slot(
      hash: hash,
      target: request.target.array,
      accept: TargetMemo.value(request.fields, .accept),
      acceptEncoding: TargetMemo.value(request.fields, .acceptEncoding),
      way: way
    )
  }

  /// Gives up the answers that may not be given any more.
  mutating func tidy(at now: UnixTime) {
    slots.removeAll { slot in
      guard case .document(let answer) = slot.way else { return false }
      return !answer.isGood(at: now)
    }
  }

  mutating func removeAll() {
    slots.removeAll()
    once.removeAll()
  }

  /// `nil` for a request that is not looked for here.
  private func hash(of request: borrowing RequestView) -> UInt64? {
    guard request.target.count <= TargetMemo.maximumBytes else { return nil }
    var hash = seed.hash(request.target)
    for field in [KnownField.accept, .acceptEncoding] where request.fields.contains(field) {
      guard let index = request.fields.onlyIndex(of: field) else { return nil }
      hash = hash &* 31 &+ seed.hash(request.fields.value(at: index))
    }
    return hash
  }

  private static func has(
    _ fields: borrowing FieldsView,
    _ field: KnownField,
    _ value: [UInt8]
  ) -> Bool {
    guard let index = fields.onlyIndex(of: field) else { return value.isEmpty }
    return value.span.matches(fields.value(at: index))
  }

  private static func value(_ fields: borrowing FieldsView, _ field: KnownField) -> [UInt8] {
    fields.onlyIndex(of: field).map { fields.value(at: $0).array } ?? []
  }
}
