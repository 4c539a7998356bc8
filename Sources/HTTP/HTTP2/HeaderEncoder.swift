// SPDX-License-Identifier: Apache-2.0
//
// HPACK, the half that depends on the connection (RFC 7541 sections 2.3 and 4). The peer keeps the
// fields that we ask it to keep, the newest first, and drops the oldest when their sizes pass the
// limit. We need not know its whole table: a field that was the nth to be inserted, behind so many
// bytes, is still there as long as no more bytes than the limit came from it on, and its index is
// the number of those that came later. Which fields we remember is our own affair, so the table is
// 16 sets of four places, and what has none is sent whole again.

import Bytes

/// Writes header blocks, and knows what the peer's table of fields holds.
struct HeaderEncoder: ~Copyable {
  /// The most that we make a peer keep, whatever it offers: the default of RFC 9113.
  static let tableBytes = 4096

  private struct Entry {
    var hash: UInt32 = 0
    /// Number of fields and bytes that were inserted before it.
    var number: UInt32 = 0
    var before = 0
    /// The field, as it was sent.
    var field: [UInt8] = []
  }

  private static let places = 64
  private static let ways = 4

  /// The fields that are remembered; no memory before the first block.
  private var entries: [Entry] = []
  private var inserted: UInt32 = 0
  private var insertedBytes = 0
  private var limit = HeaderEncoder.tableBytes
  /// The block that is being written.
  private(set) var block = ByteBuffer()

  /// The peer's table has another size from the next block on.
  mutating func resize(to bytes: Int) {
    limit = min(bytes, HeaderEncoder.tableBytes)
    // As if so much had come that nothing is left: what is dropped now does not come back later.
    insertedBytes += HeaderEncoder.tableBytes
  }

  /// Begins a block.
  mutating func begin() { block.removeAll() }

  /// Gives the memory of the last block back.
  mutating func release() { block = ByteBuffer() }

  mutating func append(_ head: HTTP2HeadTemplate) {
    if entries.isEmpty {
      entries = [Entry](repeating: Entry(), count: HeaderEncoder.places)
    }
    let bytes = head.bytes
    var start = 0
    for part in head.parts {
      let field = bytes.span.extracting(start..<Int(part.end))
      start = Int(part.end)
      if part.hash == 0 {
        block.append(field)
      } else if let index = place(of: field, part.hash) {
        append(index: index)
      } else {
        block.append(field)
        insert(field, part)
      }
    }
  }

  /// The first of the places at which a field may stand.
  private static func set(_ hash: UInt32) -> Int {
    Int(hash >> 8) & (HeaderEncoder.places - HeaderEncoder.ways)
  }

  /// The index of a field in the peer's table; `nil` where it is not known to be there.
  private func place(of field: Span<UInt8>, _ hash: UInt32) -> Int? {
    let first = HeaderEncoder.set(hash)
    for place in first..<(first + HeaderEncoder.ways) {
      guard entries[place].hash == hash, insertedBytes - entries[place].before <= limit else {
        continue
      }
      let known = entries[place].field
      // The static table has 61 fields, and the newest of the peer's follows.
      if known.span.matches(field) { return Int(inserted &- entries[place].number) + 61 }
    }
    return nil
  }

  /// Remembers a field that the peer inserts, in the place of the oldest of its set.
  private mutating func insert(_ field: Span<UInt8>, _ part: HTTP2HeadTemplate.Part) {
    let first = HeaderEncoder.set(part.hash)
    var oldest = first
    for place in first..<(first + HeaderEncoder.ways)
    where entries[place].before < entries[oldest].before { oldest = place }
    entries[oldest] = Entry(
      hash: part.hash,
      number: inserted,
      before: insertedBytes,
      field: field.array
    )
    inserted &+= 1
    insertedBytes += Int(part.size)
  }

  /// Appends a field that the peer has (RFC 7541 section 6.1).
  private mutating func append(index: Int) {
    guard index >= 127 else { return block.append(0x80 | UInt8(truncatingIfNeeded: index)) }
    // The table has at most 128 fields, so that one more byte is enough.
    block.append(0xFF)
    block.append(UInt8(truncatingIfNeeded: index - 127))
  }
}
