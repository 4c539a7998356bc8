// SPDX-License-Identifier: Apache-2.0

import Bytes
import CNghttp2
import HTTPValues

/// The list of fields that is handed to the library, in memory that is used again.
///
/// An entry points into memory of the caller, which must stay until the list is submitted; the
/// library copies what is not marked as stable.
@safe
struct NameValueList: ~Copyable {
  private(set) var entries: UnsafeMutablePointer<nghttp2_nv>
  private(set) var count = 0
  private var capacity = 16
  /// Three digits of a status, then the letters of a method.
  private let scratch: UnsafeMutablePointer<UInt8>
  private static let scratchSize = 64

  init() {
    unsafe entries = .allocate(capacity: 16)
    unsafe scratch = .allocate(capacity: NameValueList.scratchSize)
  }

  deinit {
    unsafe entries.deallocate()
    unsafe scratch.deallocate()
  }

  mutating func removeAll() { count = 0 }

  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let larger = max(capacity * 2, count + more)
    let block = UnsafeMutablePointer<nghttp2_nv>.allocate(capacity: larger)
    // Safe: the new block is larger than what is in use of the old one.
    unsafe block.update(from: entries, count: count)
    unsafe entries.deallocate()
    unsafe entries = block
    capacity = larger
  }

  /// Adds a field whose letters the library copies when the list is submitted.
  mutating func append(name: Span<UInt8>, value: Span<UInt8>, isSensitive: Bool = false) {
    reserve(1)
    // Safe: the caller keeps both until the list is submitted, as the type demands; the library
    // only reads through the pointers.
    unsafe name.withUnsafeBufferPointer { name in
      unsafe value.withUnsafeBufferPointer { value in
        unsafe entries[count] = nghttp2_nv(
          name: UnsafeMutablePointer(mutating: name.baseAddress ?? UnsafePointer(scratch)),
          value: UnsafeMutablePointer(mutating: value.baseAddress ?? UnsafePointer(scratch)),
          namelen: name.count,
          valuelen: value.count,
          flags: UInt8(isSensitive ? NGHTTP2_NV_FLAG_NO_INDEX.rawValue : 0)
        )
      }
    }
    count += 1
  }

  mutating func append(_ name: StaticString, value: Span<UInt8>) {
    append(name: name.span, value: value)
  }

  mutating func append(_ name: StaticString, value: StaticString) {
    append(name: name.span, value: value.span)
  }

  mutating func append(status: Status) {
    let code = status.code
    // Safe: three bytes of 64; the library copies them when the list is submitted.
    unsafe scratch[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: code / 100)
    unsafe scratch[1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: code / 10 % 10)
    unsafe scratch[2] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: code % 10)
    append(
      ":status",
      value: unsafe Span(_unsafeElements: UnsafeBufferPointer(start: scratch, count: 3))
    )
  }

  /// Adds `:method`; `false` when it is longer than any method in use.
  mutating func append(method: String) -> Bool {
    let letters = method.utf8Span.span
    guard letters.count <= NameValueList.scratchSize else { return false }
    for index in 0..<letters.count { unsafe scratch[index] = letters[index] }
    append(
      ":method",
      value: unsafe Span(
        _unsafeElements: UnsafeBufferPointer(start: scratch, count: letters.count)
      )
    )
    return true
  }

  /// Adds the fields of a message, except those that HTTP/2 does not have.
  mutating func append(_ fields: borrowing FieldsView) {
    reserve(fields.count)
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      guard !slot.known.isConnectionSpecific else { continue }
      append(
        name: fields.name(at: index),
        value: fields.value(at: index),
        isSensitive: slot.isSensitive
      )
    }
  }

  mutating func append(_ template: HTTP2HeadTemplate) {
    let more = template.count
    reserve(more)
    // Safe: room was made for `more` entries, and the template has as many.
    unsafe (entries + count).update(from: template.entries, count: more)
    count += more
  }
}

extension KnownField {
  /// Whether the field speaks of one HTTP/1.1 connection and has no place in HTTP/2 (RFC 9113
  /// section 8.2.2).
  var isConnectionSpecific: Bool {
    switch self {
    case .connection, .keepAlive, .proxyConnection, .transferEncoding, .upgrade, .http2Settings:
      true
    default: false
    }
  }
}
