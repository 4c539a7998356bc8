// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding

// A minimal PNG (ISO/IEC 15948): one chunk each for the header, the pixels and the end. The pixels
// are a zlib stream (RFC 1950), whose deflated content is that of a gzip file (RFC 1952).

/// An image with eight bits each of red, green and blue.
struct PortableNetworkGraphic {
  static let mediaType = "image/png"
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let gzipHead = 10
  private static let gzipTail = 8

  let width: Int
  let height: Int
  /// Three bytes for each pixel, row by row from the top.
  let pixels: [UInt8]

  func bytes() throws(CodingFault) -> [UInt8] {
    var head = PortableNetworkGraphic.bigEndian(UInt32(width))
    head += PortableNetworkGraphic.bigEndian(UInt32(height))
    // Eight bits, true colour, default methods.
    head += [8, 2, 0, 0, 0]
    return PortableNetworkGraphic.signature + chunk("IHDR", head)
      + chunk("IDAT", try zlib(filtered)) + chunk("IEND", [])
  }

  /// The rows with the filter "Sub", which compresses better: each begins with the filter's number.
  private var filtered: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count + height)
    for row in 0..<height {
      bytes.append(1)
      let start = row * width * 3
      for index in start..<start + width * 3 {
        bytes.append(index < start + 3 ? pixels[index] : pixels[index] &- pixels[index - 3])
      }
    }
    return bytes
  }

  private func zlib(_ bytes: [UInt8]) throws(CodingFault) -> [UInt8] {
    var gzip = ByteBuffer()
    try Coding.gzip.encode(bytes.span, level: .balanced, into: &gzip)
    let deflated = gzip.span.array.dropFirst(PortableNetworkGraphic.gzipHead)
      .dropLast(PortableNetworkGraphic.gzipTail)
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [0x78, 0x9C] + deflated + PortableNetworkGraphic.bigEndian(high << 16 | low)
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return PortableNetworkGraphic.bigEndian(UInt32(content.count)) + named
      + PortableNetworkGraphic.bigEndian(PortableNetworkGraphic.checksum(of: named))
  }

  /// CRC-32.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var rest: UInt32 = .max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    return ~rest
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}
