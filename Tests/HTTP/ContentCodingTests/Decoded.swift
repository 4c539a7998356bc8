// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding

/// A body that was decoded as a connection would do it: in pieces, drained whenever asked.
struct Decoded {
  var bytes: [UInt8] = []
  /// The most that ever waited to be drained.
  var largestBacklog = 0

  init(
    _ coded: [UInt8],
    _ codings: [Coding],
    limits: DecodingLimits = .init(),
    piece: Int = .max
  ) throws(CodingFault) {
    var decoder = try BodyDecoder(codings, limits: limits)
    var output = ByteBuffer()
    var start = 0
    repeat {
      let end = coded.count - start < piece ? coded.count : start + piece
      var step: BodyDecoder.Step
      repeat {
        step = try decoder.decode(coded.span.extracting(start..<end), into: &output)
        start += step.consumed
        largestBacklog = max(largestBacklog, output.count)
        bytes += output.span.array
        output.removeAll()
      } while step.needsDrain || start < end
    } while start < coded.count
    try decoder.finish()
  }
}

extension Coding {
  /// The codings that are written.
  static let written: [Coding] = [.gzip, .brotli, .zstd]

  func encoded(_ body: [UInt8], _ level: CompressionLevel = .balanced) throws -> [UInt8] {
    var output = ByteBuffer()
    try encode(body.span, level: level, into: &output)
    return output.span.array
  }
}

/// Bodies that compress well, badly and not at all.
enum Body {
  static let text = Array(
    (0..<400).map { #"{"id": "0101-2010-\#($0)", "title": "Country Charm Basket"},"# }.joined().utf8
  )

  static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
  }

  /// The bytes of hexadecimal digits.
  static func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  static let zeros = [UInt8](repeating: 0, count: 10_000_000)
}
