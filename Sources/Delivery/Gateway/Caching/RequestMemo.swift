// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

// Nearly every request is identified by a few of its bytes: the target, and the formats and codings
// that it accepts. A value worked out for them once costs a hash and a comparison after that.
// Values that depend on anything else of a request are not remembered, and all are dropped when the
// publication changes.

/// A memo of values worked out for requests, keyed by the bytes of the requests. It lives on a
/// loop.
struct RequestMemo<Value> {
  /// Longer targets are not remembered.
  private static var maximumBytes: Int { 512 }

  /// An object, so that a comparison copies nothing.
  private final class Slot {
    let key: RequestKey
    let value: Value

    init(_ key: RequestKey, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  private let seed = HashSeed.random()
  private var slots = HashSlots<Slot>()
  /// Hashes of requests that came once.
  private var once = HashSlots<UInt64>()

  /// The value remembered for a request with these bytes.
  func value(for request: borrowing RequestView) -> Value? {
    guard !slots.isEmpty, let hash = hash(of: request) else { return nil }
    guard let slot = slots[hash], slot.key.matches(request, hash) else { return nil }
    return slot.value
  }

  mutating func remember(_ value: Value, for request: borrowing RequestView) {
    guard let hash = hash(of: request) else { return }
    remember(value, for: request, hash)
  }

  /// Remembers a value if the request came before, so that many rare requests do not displace the
  /// few frequent ones.
  mutating func rememberIfRepeated(_ value: Value, for request: borrowing RequestView) {
    guard let hash = hash(of: request) else { return }
    if once[hash] == hash { remember(value, for: request, hash) } else { once[hash] = hash }
  }

  private mutating func remember(
    _ value: Value,
    for request: borrowing RequestView,
    _ hash: UInt64
  ) {
    slots[hash] = Slot(RequestKey(request, hash), value)
  }

  mutating func removeAll(where isUnwanted: (Value) -> Bool) {
    slots.removeAll { isUnwanted($0.value) }
  }

  mutating func removeAll() {
    slots.removeAll()
    once.removeAll()
  }

  /// `nil` for a request that is not remembered.
  private func hash(of request: borrowing RequestView) -> UInt64? {
    guard request.target.count <= RequestMemo.maximumBytes,
      request.authority.count <= RequestMemo.maximumBytes
    else { return nil }
    var hash = seed.hash(request.target) &* 31 &+ seed.hash(request.authority)
    for field in [KnownField.accept, .acceptEncoding] where request.fields.contains(field) {
      guard let index = request.fields.onlyIndex(of: field) else { return nil }
      hash = hash &* 31 &+ seed.hash(request.fields.value(at: index))
    }
    return hash
  }
}

/// The bytes of a request that identify it.
private struct RequestKey {
  private let hash: UInt64
  private let scheme: Scheme
  private let authority: [UInt8]
  private let target: [UInt8]
  private let accept: [UInt8]
  private let acceptEncoding: [UInt8]

  init(_ request: borrowing RequestView, _ hash: UInt64) {
    self.hash = hash
    scheme = request.scheme
    authority = request.authority.array
    target = request.target.array
    accept = RequestKey.bytes(request.fields, .accept)
    acceptEncoding = RequestKey.bytes(request.fields, .acceptEncoding)
  }

  func matches(_ request: borrowing RequestView, _ hash: UInt64) -> Bool {
    self.hash == hash && scheme == request.scheme && target.span.matches(request.target)
      && authority.span.matches(request.authority)
      && RequestKey.has(request.fields, .accept, accept)
      && RequestKey.has(request.fields, .acceptEncoding, acceptEncoding)
  }

  private static func has(
    _ fields: borrowing FieldsView,
    _ field: KnownField,
    _ value: [UInt8]
  ) -> Bool {
    guard let index = fields.onlyIndex(of: field) else { return value.isEmpty }
    return value.span.matches(fields.value(at: index))
  }

  private static func bytes(_ fields: borrowing FieldsView, _ field: KnownField) -> [UInt8] {
    fields.onlyIndex(of: field).map { fields.value(at: $0).array } ?? []
  }
}
