// SPDX-License-Identifier: Apache-2.0

import Bytes
import CNghttp2
package import HTTPValues

/// A response head that is made once and sent many times.
///
/// Its fields lie in memory of its own in the form that the library takes, so that answering with
/// it copies no letter of them. What differs from answer to answer (Date, Age) is given beside it.
@safe
package final class HTTP2HeadTemplate: @unchecked Sendable {
  // Sendable: nothing changes after `init`, and the library only reads through the pointers.
  let entries: UnsafeMutablePointer<nghttp2_nv>
  package let count: Int
  package let status: Status
  private let letters: UnsafeMutablePointer<UInt8>

  package init(_ status: Status, _ fields: borrowing FieldsView) {
    self.status = status
    var total = 10
    for index in 0..<fields.count {
      total += fields.name(at: index).count + fields.value(at: index).count
    }
    unsafe letters = .allocate(capacity: total)
    unsafe entries = .allocate(capacity: fields.count + 1)
    var writer = unsafe Writer(letters: letters, entries: entries)
    let code = "\(status.code)"
    writer.add(":status".utf8Span.span, code.utf8Span.span, isSensitive: false)
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      guard !slot.known.isConnectionSpecific else { continue }
      writer.add(fields.name(at: index), fields.value(at: index), isSensitive: slot.isSensitive)
    }
    count = writer.count
  }

  package convenience init(_ response: Response) {
    self.init(response.status, response.fields.view)
  }

  /// The same head with more fields behind.
  package init(_ head: HTTP2HeadTemplate, adding fields: borrowing FieldsView) {
    status = head.status
    var total = 0
    // Safe: `count` entries were written when the head was made, and lie as long as it lives.
    for index in 0..<head.count {
      unsafe total += head.entries[index].namelen + head.entries[index].valuelen
    }
    for index in 0..<fields.count {
      total += fields.name(at: index).count + fields.value(at: index).count
    }
    unsafe letters = .allocate(capacity: max(1, total))
    unsafe entries = .allocate(capacity: head.count + fields.count)
    var writer = unsafe Writer(letters: letters, entries: entries)
    for index in 0..<head.count {
      let entry = unsafe head.entries[index]
      let name = unsafe UnsafeBufferPointer(start: entry.name, count: entry.namelen)
      let value = unsafe UnsafeBufferPointer(start: entry.value, count: entry.valuelen)
      unsafe writer.add(
        name.span,
        value.span,
        isSensitive: UInt32(entry.flags) & NGHTTP2_NV_FLAG_NO_INDEX.rawValue != 0
      )
    }
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      guard !slot.known.isConnectionSpecific else { continue }
      writer.add(fields.name(at: index), fields.value(at: index), isSensitive: slot.isSensitive)
    }
    count = writer.count
  }

  /// A copy of the fields, without the status.
  package var fields: Fields {
    var fields = Fields()
    // Safe: `count` entries were written when the head was made, the status first, and lie as long as it lives.
    for index in 1..<max(1, count) {
      let entry = unsafe entries[index]
      let name = unsafe UnsafeBufferPointer(start: entry.name, count: entry.namelen)
      let value = unsafe UnsafeBufferPointer(start: entry.value, count: entry.valuelen)
      let isSensitive = unsafe UInt32(entry.flags) & NGHTTP2_NV_FLAG_NO_INDEX.rawValue != 0
      guard let known = unsafe FieldName(name.span) else { continue }
      unsafe fields.append(known, bytes: value.span, isSensitive: isSensitive)
    }
    return fields
  }

  deinit {
    unsafe letters.deallocate()
    unsafe entries.deallocate()
  }

  /// Fills the memory of a template, which is large enough for what is added.
  @safe
  private struct Writer {
    let letters: UnsafeMutablePointer<UInt8>
    let entries: UnsafeMutablePointer<nghttp2_nv>
    var used = 0
    var count = 0

    init(letters: UnsafeMutablePointer<UInt8>, entries: UnsafeMutablePointer<nghttp2_nv>) {
      unsafe self.letters = letters
      unsafe self.entries = entries
    }

    mutating func add(_ name: Span<UInt8>, _ value: Span<UInt8>, isSensitive: Bool) {
      // Safe: `init` counted the letters of all fields before it allocated.
      let start = unsafe letters + used
      for index in 0..<name.count { unsafe start[index] = name[index].lowercased }
      let middle = unsafe start + name.count
      for index in 0..<value.count { unsafe middle[index] = value[index] }
      used += name.count + value.count
      var flags = NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue
      if isSensitive { flags |= NGHTTP2_NV_FLAG_NO_INDEX.rawValue }
      unsafe entries[count] = nghttp2_nv(
        name: start,
        value: middle,
        namelen: name.count,
        valuelen: value.count,
        flags: UInt8(truncatingIfNeeded: flags)
      )
      count += 1
    }
  }
}
