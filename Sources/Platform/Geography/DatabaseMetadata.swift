// SPDX-License-Identifier: Apache-2.0

import CMaxMind

// libmaxminddb trusts some of what a file declares: it computes the size of the search tree in 32
// bits, reads empty metadata, and follows nested values to any depth. These are checked here first;
// the rest it checks well and reports itself.

/// The metadata of a database, validated before libmaxminddb reads it.
struct DatabaseMetadata {
  /// The metadata are searched for in this many bytes at the file's end.
  static let maximumBytes = 128 * 1_024
  /// The most values in the metadata: keys, numbers, and names of languages.
  static let maximumValues = 4_096
  /// The deepest nesting of maps and arrays.
  static let maximumDepth = 8
  /// The least size that is safe to read.
  private static let minimumBytes = 3
  /// Zero bytes between the search tree and the data section.
  private static let separatorBytes: UInt64 = 16
  private static let marker = [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)

  /// Returns the first fault that libmaxminddb would not detect.
  static func fault(in file: Span<UInt8>) -> (found: String, expected: String)? {
    guard let marker = place(in: file) else {
      return (
        "no MaxMind metadata in the last \(min(maximumBytes, file.count)) bytes",
        "a file in the MaxMind DB format, such as GeoLite2-Country.mmdb"
      )
    }
    let bytes = file.extracting((marker + DatabaseMetadata.marker.count)...)
    guard bytes.count >= minimumBytes else {
      return ("metadata of \(bytes.count) bytes", "\(minimumBytes) bytes or more")
    }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      // Safe: the section is used in this closure only, and the bytes are never a null pointer.
      guard let start = buffer.baseAddress else { return nil }
      var section = unsafe cmaxmind_section(start, UInt32(clamping: buffer.count))
      return unsafe withUnsafePointer(to: &section) { section in
        var reader = unsafe ValueReader(section, allowance: maximumValues)
        guard let metadata = reader.value(at: 0), metadata.kind == .map, !metadata.isPointedTo,
          walk(metadata, depth: 1, &reader) != nil
        else {
          return (
            "damaged metadata",
            "a map of at most \(maximumValues) values and \(maximumDepth) levels"
          )
        }
        var second = unsafe ValueReader(section, allowance: 2 * maximumValues)
        return treeFault(metadata, end: UInt64(marker), &second)
      }
    }
  }

  /// Returns where the last metadata marker ends.
  private static func place(in file: Span<UInt8>) -> Int? {
    let lowest = max(0, file.count - maximumBytes)
    var start = file.count - marker.count
    while start >= lowest {
      if marker.indices.allSatisfy({ file[start + $0] == marker[$0] }) { return start }
      start -= 1
    }
    return nil
  }

  /// Walks a value with everything nested in it, and returns the offset after it; `nil` if a key is
  /// not a text, or a pointer leads to more than one value.
  private static func walk(
    _ value: ValueReader.Value,
    depth: Int,
    _ reader: inout ValueReader
  ) -> UInt32? {
    if let end = value.end { return value.elementCount == 0 ? end : nil }
    guard depth <= maximumDepth else { return nil }
    var offset = value.elements
    for index in 0..<value.elementCount {
      guard let element = reader.value(at: offset),
        element.kind == .text || value.kind == .array || index % 2 == 1,
        let end = walk(element, depth: depth + 1, &reader)
      else { return nil }
      offset = end
    }
    return offset
  }

  /// Returns the fault if the search tree is larger than the file; missing numbers are left to the
  /// library.
  private static func treeFault(
    _ metadata: ValueReader.Value,
    end: UInt64,
    _ reader: inout ValueReader
  ) -> (found: String, expected: String)? {
    guard let nodes = reader.member("node_count", of: metadata)?.number,
      let bits = reader.member("record_size", of: metadata)?.shortNumber
    else { return nil }
    let bytes = nodes * (bits / 4) + separatorBytes
    guard bytes > end else { return nil }
    return (
      "a tree of \(nodes) nodes with two records of \(bits) bits, \(bytes) bytes in all",
      "at most the \(end) bytes before the metadata"
    )
  }
}
