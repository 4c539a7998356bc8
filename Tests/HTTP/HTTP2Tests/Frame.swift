// SPDX-License-Identifier: Apache-2.0

import HTTP2

/// A frame made by hand, so that it can be wrong.
struct Frame: Equatable {
  var type: UInt8
  var flags: UInt8 = 0
  var stream: UInt32 = 0
  var payload: [UInt8] = []

  static let endStream: UInt8 = 0x1
  static let acknowledgement: UInt8 = 0x1
  static let endHeaders: UInt8 = 0x4
  static let padded: UInt8 = 0x8
  static let hasPriority: UInt8 = 0x20

  var bytes: [UInt8] {
    let length = payload.count
    return [
      UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8),
      UInt8(truncatingIfNeeded: length), type, flags,
    ] + stream.bytes + payload
  }

  static func data(_ stream: UInt32, _ payload: [UInt8] = [], end: Bool = false) -> Frame {
    Frame(type: 0, flags: end ? endStream : 0, stream: stream, payload: payload)
  }

  static func headers(
    _ stream: UInt32,
    _ fields: [(String, String)],
    end: Bool = true,
    isWhole: Bool = true
  ) -> Frame {
    let flags = (end ? endStream : 0) | (isWhole ? endHeaders : 0)
    return Frame(type: 1, flags: flags, stream: stream, payload: literals(fields))
  }

  static func priority(_ stream: UInt32, dependsOn other: UInt32 = 0) -> Frame {
    Frame(type: 2, stream: stream, payload: other.bytes + [15])
  }

  static func reset(_ stream: UInt32, _ code: UInt32 = 8) -> Frame {
    Frame(type: 3, stream: stream, payload: code.bytes)
  }

  static func settings(_ entries: [(UInt16, UInt32)] = []) -> Frame {
    let payload = entries.flatMap { id, value in
      [UInt8(truncatingIfNeeded: id >> 8), UInt8(truncatingIfNeeded: id)] + value.bytes
    }
    return Frame(type: 4, payload: payload)
  }

  static let settingsAcknowledgement = Frame(type: 4, flags: acknowledgement)

  static func ping(_ payload: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]) -> Frame {
    Frame(type: 6, payload: payload)
  }

  static func goAway(_ last: UInt32 = 0, _ code: UInt32 = 0) -> Frame {
    Frame(type: 7, payload: last.bytes + code.bytes)
  }

  static func windowUpdate(_ stream: UInt32, _ increment: UInt32) -> Frame {
    Frame(type: 8, stream: stream, payload: increment.bytes)
  }

  static func continuation(
    _ stream: UInt32,
    _ fields: [(String, String)],
    isWhole: Bool = true
  ) -> Frame {
    Frame(
      type: 9,
      flags: isWhole ? endHeaders : 0,
      stream: stream,
      payload: literals(fields)
    )
  }

  static func priorityUpdate(_ stream: UInt32, _ value: String) -> Frame {
    Frame(type: 16, payload: stream.bytes + Array(value.utf8))
  }

  /// HPACK: literal fields without indexing, without Huffman coding.
  static func literals(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in [0] + string(name) + string(value) }
  }

  private static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
    var rest = bytes.count - 127
    var length: [UInt8] = [127]
    while rest >= 128 {
      length.append(UInt8(rest % 128) | 0x80)
      rest /= 128
    }
    return length + [UInt8(rest)] + bytes
  }

  /// The frames in `bytes`, which must hold whole ones.
  static func all(in bytes: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    var start = 0
    while start + 9 <= bytes.count {
      let length =
        Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
      let end = min(start + 9 + length, bytes.count)
      frames.append(
        Frame(
          type: bytes[start + 3],
          flags: bytes[start + 4],
          stream: UInt32(bigEndianBytes: bytes[(start + 5)..<(start + 9)]),
          payload: Array(bytes[(start + 9)..<end])
        )
      )
      start = end
    }
    return frames
  }

  /// The error code of RST_STREAM or GOAWAY.
  var code: HTTP2ErrorCode? {
    switch type {
    case 3 where payload.count == 4: HTTP2ErrorCode(UInt32(bigEndianBytes: payload[...]))
    case 7 where payload.count >= 8: HTTP2ErrorCode(UInt32(bigEndianBytes: payload[4..<8]))
    default: nil
    }
  }
}

extension UInt32 {
  var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }

  init(bigEndianBytes bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
