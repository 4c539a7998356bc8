// SPDX-License-Identifier: Apache-2.0
//
// An event is a whole number of 64-bit words, little-endian:
//
//   word 0   length in bytes (32 bits), version (8), kind (8), level (8), flags (8)
//   word 1   sequence number within its segment
//   word 2   nanoseconds of Unix time
//   fields   number (16 bits), type (8), then a text or a group: length in bytes (16) and content;
//            a boolean: 1 byte; all others: 8 bytes
//
// A reader that does not know a field skips it by its type and length.

/// Encodes one event at a time in memory of its own, without allocation.
@safe
package final class EventEncoder {
  /// The version of the encoding, also of the ring's layout.
  package static let version: UInt8 = 1
  /// The bytes of an event at most; fields for which there is no room are left out.
  package static let maximumBytes = 16_384
  /// The bytes of a text at most; longer ones are cut.
  package static let maximumTextBytes = 1_024

  static let headBytes = 24
  /// Set where a text was cut or a field left out.
  static let cutFlag: UInt64 = 1 << 56
  /// Set by `markPlain`.
  static let plainFlag: UInt64 = 1 << 57

  private let bytes: UnsafeMutableRawPointer
  private var count = 0
  private var head: UInt64 = 0
  private var time: Int64 = 0
  private var isInGroup = false
  /// Whether a field was left out since the event or its open group began.
  private var isFull = false

  package init() {
    // Safe: the encoder owns the memory until its end, and every store below is within it, since
    // `room` is asked first.
    unsafe bytes = .allocate(byteCount: EventEncoder.maximumBytes, alignment: 8)
  }

  deinit { unsafe bytes.deallocate() }

  func begin(_ kind: EventKind, _ level: EventLevel, at time: Int64) {
    count = EventEncoder.headBytes
    head =
      UInt64(EventEncoder.version) << 32 | UInt64(kind.rawValue) << 40
      | UInt64(level.rawValue) << 48
    self.time = time
    isInGroup = false
    isFull = false
  }

  /// Marks a request whose fields tell a sampler nothing: it has no trace and no calls, and nothing of it is
  /// degraded, so that its head is enough to leave it out.
  package func markPlain() { head |= EventEncoder.plainFlag }

  /// Adds a text, cut at a character's boundary if it is too long; an empty one is left out.
  package func add(_ field: EventField, _ text: String?) {
    if let text { add(field, text.utf8Span.span) }
  }

  /// Adds the bytes of a text.
  package func add(_ field: EventField, _ text: Span<UInt8>) {
    guard !text.isEmpty else { return }
    let length = EventEncoder.cut(text)
    if length < text.count { head |= EventEncoder.cutFlag }
    guard place(field, .text, payload: 2 + length) else { return }
    store(UInt16(truncatingIfNeeded: length))
    unsafe text.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (bytes + count).copyMemory(from: start, byteCount: length)
    }
    count += length
  }

  private static func cut(_ text: Span<UInt8>) -> Int {
    guard text.count > maximumTextBytes else { return text.count }
    var length = maximumTextBytes
    while length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
    return length
  }

  package func add(_ field: EventField, _ number: Int) {
    if place(field, .integer, payload: 8) { store(Int64(number)) }
  }

  package func add(_ field: EventField, _ boolean: Bool) {
    if place(field, .boolean, payload: 1) { store(boolean ? UInt8(1) : 0) }
  }

  /// Adds a duration in nanoseconds.
  package func add(_ field: EventField, nanoseconds: Int64) {
    if place(field, .duration, payload: 8) { store(nanoseconds) }
  }

  /// Adds an instant in seconds of Unix time.
  package func add(_ field: EventField, instant seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, place(field, .instant, payload: 8) else { return }
    store(product)
  }

  /// Adds a group of fields, as a whole or not at all. Groups do not contain groups.
  package func add(_ field: EventField, _ fields: (EventEncoder) -> Void) {
    precondition(!isInGroup, "a group inside a group")
    let start = count
    guard place(field, .group, payload: 2) else { return }
    store(UInt16(0))
    let content = count
    (isInGroup, isFull) = (true, false)
    fields(self)
    isInGroup = false
    guard !isFull else {
      count = start
      return
    }
    unsafe bytes.storeBytes(
      of: UInt16(truncatingIfNeeded: count - content).littleEndian,
      toByteOffset: content - 2,
      as: UInt16.self
    )
  }

  /// Adds fields, and returns them to be added to later events; `nil` where one of them was cut or left out.
  package func addKeeping(_ fields: (EventEncoder) -> Void) -> EncodedFields? {
    let (start, cut) = (count, head & EventEncoder.cutFlag)
    head &= ~EventEncoder.cutFlag
    fields(self)
    guard head & EventEncoder.cutFlag == 0 else { return nil }
    head |= cut
    // Safe: these bytes of the encoder's memory were written by `fields`.
    return unsafe EncodedFields(
      bytes: Array(UnsafeRawBufferPointer(start: bytes + start, count: count - start))
    )
  }

  /// Adds fields that were encoded before, all of them or none.
  package func add(_ fields: EncodedFields) {
    let length = fields.bytes.count
    guard count + length <= EventEncoder.maximumBytes else {
      head |= EventEncoder.cutFlag
      isFull = true
      return
    }
    unsafe fields.bytes.span.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (bytes + count).copyMemory(from: start, byteCount: length)
    }
    count += length
  }

  /// Writes number and type of a field, if there is room for its payload.
  @inline(__always)
  private func place(_ field: EventField, _ type: EventFieldType, payload: Int) -> Bool {
    guard count + 3 + payload <= EventEncoder.maximumBytes else {
      head |= EventEncoder.cutFlag
      isFull = true
      return false
    }
    store(field.rawValue)
    store(type.rawValue)
    return true
  }

  @inline(__always)
  private func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    unsafe bytes.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  /// Ends the event and returns the number of its words.
  func end(_ sequence: UInt64) -> Int {
    let words = (count + 7) / 8
    unsafe (bytes + count).initializeMemory(
      as: UInt8.self,
      repeating: 0,
      count: words * 8 - count
    )
    head |= UInt64(words * 8)
    unsafe bytes.storeBytes(of: head.littleEndian, as: UInt64.self)
    unsafe bytes.storeBytes(of: sequence.littleEndian, toByteOffset: 8, as: UInt64.self)
    unsafe bytes.storeBytes(of: time.littleEndian, toByteOffset: 16, as: Int64.self)
    return words
  }

  /// A word of the encoded event.
  @inline(__always)
  func word(_ index: Int) -> UInt64 {
    unsafe bytes.load(fromByteOffset: index * 8, as: UInt64.self)
  }
}

/// Fields of an event that are encoded once and added to many events.
package struct EncodedFields: Sendable {
  fileprivate let bytes: [UInt8]
}
