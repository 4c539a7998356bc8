// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The header block that is being received, in memory that is used again for the next one.
///
/// Header blocks never interleave (RFC 9113 section 4.3), so a session needs one. Fields are copied
/// out of the HPACK table once, one behind the other, and looked at where they lie from then on.
struct HeaderBlock: ~Copyable {
  enum Kind {
    case request
    case response
    case trailers
  }

  enum Verdict {
    case goOn
    /// The block unpacks to more than any peer would send in good faith.
    case bomb
  }

  var bytes = ByteBuffer()
  var slots: [FieldSlot] = []
  private(set) var kind = Kind.request
  /// Where the pseudo-fields stand in `bytes`; `nil` for one that was not sent.
  var method: Range<Int>?
  var scheme: Range<Int>?
  var authority: Range<Int>?
  var path: Range<Int>?
  var status: Range<Int>?
  var contentLength: Int?
  var hostIndex: Int?
  var cookieCount = 0
  var priority: ExtensiblePriority?
  /// First reason found why the message is malformed.
  var malformation: HTTP2Malformation?
  /// Whether the head is past its limits: what came after the limit is not kept.
  private(set) var isTooLarge = false
  /// Bytes of field names and values, and 32 a field, as RFC 9113 section 6.5.2 counts them.
  private(set) var listBytes = 0
  private(set) var fieldCount = 0

  private let maximumListBytes: Int
  private let maximumFieldCount: Int
  private let bombBytes: Int

  init(_ limits: HTTP2Limits) {
    maximumListBytes = limits.headerListBytes
    maximumFieldCount = limits.headerFields
    bombBytes = limits.headerBombBytes
  }

  /// Starts a new block.
  mutating func begin(_ kind: Kind) {
    self.kind = kind
    bytes.removeAll()
    slots.removeAll(keepingCapacity: true)
    method = nil
    scheme = nil
    authority = nil
    path = nil
    status = nil
    contentLength = nil
    hostIndex = nil
    cookieCount = 0
    priority = nil
    malformation = nil
    isTooLarge = false
    listBytes = 0
    fieldCount = 0
  }

  /// Gives the memory back.
  mutating func release() {
    bytes = ByteBuffer()
    slots = []
  }

  mutating func add(
    name: Span<UInt8>,
    value: Span<UInt8>,
    isSensitive: Bool
  ) -> Verdict {
    // The library bounds a name and a value to 64 KiB each, and the sum is checked every time.
    listBytes += name.count + value.count + 32
    fieldCount += 1
    if listBytes > maximumListBytes || fieldCount > maximumFieldCount {
      isTooLarge = true
      return listBytes > bombBytes ? .bomb : .goOn
    }
    guard malformation == nil else { return .goOn }
    if name.count > 0 && name[0] == UInt8(ascii: ":") {
      malformation = addPseudoField(name, value)
    } else {
      malformation = addField(name, value, isSensitive: isSensitive)
    }
    return .goOn
  }

  /// The fields of the block, without pseudo-fields.
  var fields: FieldsView {
    @_lifetime(borrow self)
    borrowing get { FieldsView(bytes: bytes.span, slots: slots.span) }
  }

  @_lifetime(borrow self)
  borrowing func extract(_ range: Range<Int>?) -> Span<UInt8> {
    guard let range else { return Span() }
    return bytes.span.extracting(range)
  }

  /// Copies `value` behind the others and says where it lies.
  mutating func keep(_ value: Span<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(value)
    return start..<bytes.count
  }
}
