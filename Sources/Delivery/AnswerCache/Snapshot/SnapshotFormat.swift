// SPDX-License-Identifier: Apache-2.0

import Bytes

// A snapshot is a heading, records, and an end. Each record follows its length and a checksum of
// its bytes; the end is a record of no bytes, so that a file that was cut off is detected. Numbers
// are little-endian. A file is only ever read by the machine that wrote it: a file with any other
// heading, such as another version's, is treated as one without entries.

/// Constants of the snapshot format.
enum SnapshotFormat {
  static let heading = Array("Portico answers 4\n".utf8)
  /// The length and the checksum before each record.
  static let frameBytes = 12

  /// Checksum that detects damage by a disk, not forgery.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    HashSeed(0, 0).hash(bytes.span)
  }
}

extension [UInt8] {
  package mutating func append(integer value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  package mutating func append(counted bytes: [UInt8]) {
    append(integer: UInt32(clamping: bytes.count))
    self += bytes
  }
}

/// A payload that can be written down and made again.
package protocol SnapshotPayload: CachePayload {
  /// Appends the bytes from which the payload can be made again.
  func write(to bytes: inout [UInt8])
}
