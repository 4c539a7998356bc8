// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing

/// The bytes of hexadecimal digits; blanks do not count.
func hex(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] * 16 + digits[$0 + 1])
  }
}

/// A header of version 2 with what stands behind the signature.
func signed(_ rest: [UInt8]) -> [UInt8] { hex("0d0a0d0a000d0a515549540a") + rest }

/// A header of version 2 of an IPv4 client with these extensions.
func extended(_ extensions: [UInt8]) -> [UInt8] {
  let length = 12 + extensions.count
  let addresses: [UInt8] = [192, 0, 2, 1, 192, 0, 2, 2, 0, 80, 1, 187]
  return signed([0x21, 0x11, UInt8(length >> 8), UInt8(length & 255)] + addresses + extensions)
}

/// Expects that bytes are no PROXY header, for one of some reasons.
func expectRefusal(
  of bytes: [UInt8],
  for reasons: String...,
  at location: SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: PlainError.self, sourceLocation: location) {
    _ = try ProxyHeader.parse(bytes.span)
  }
  let text = error?.description ?? ""
  #expect(
    text.hasPrefix("PROXY header: ") && reasons.contains { text.contains($0) },
    "\(text)",
    sourceLocation: location
  )
}
