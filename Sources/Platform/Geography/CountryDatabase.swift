// SPDX-License-Identifier: Apache-2.0

package import Bytes
import CLinux
import CMaxMind
import Files
import Glibc

/// Looks up the countries of IP addresses in a database in the MaxMind DB format.
///
/// Any database works whose values have a `country` or a `registered_country` with an `iso_code`,
/// as country and city databases do. It is copied into sealed memory: libmaxminddb maps files, and
/// a file truncated under a mapping ends the process. All threads may look up at once; a lookup
/// allocates nothing.
@safe
package final class CountryDatabase: @unchecked Sendable {
  // `@unchecked` is sound because the library's structure is not changed after `init`, and the
  // library writes to nothing else.

  /// Larger files are refused; the largest city databases have a quarter of it.
  package static let maximumFileBytes = 512 * 1_024 * 1_024
  /// The most values that one lookup decodes; in city databases it decodes two hundred.
  package static let maximumValuesPerLookup = 1_024
  /// The most nodes of the search tree that are searched for a first country at opening.
  package static let maximumProbedNodes = 262_144

  private let database: UnsafeMutablePointer<MMDB_s>

  /// Opens the database in a file.
  package convenience init(_ path: String) throws(PlainError) {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: CountryDatabase.maximumFileBytes)
    } catch {
      throw CountryDatabase.fault(
        path,
        found: error.description,
        expected: error.code == EFBIG
          ? "at most \(CountryDatabase.maximumFileBytes) bytes" : "a file that can be read"
      )
    }
    try self.init(bytes, named: path)
  }

  /// Opens a database in memory; errors call it by `name`.
  package init(_ bytes: [UInt8], named name: String) throws(PlainError) {
    guard bytes.count <= CountryDatabase.maximumFileBytes else {
      throw CountryDatabase.fault(
        name,
        found: "\(bytes.count) bytes",
        expected: "at most \(CountryDatabase.maximumFileBytes) bytes"
      )
    }
    if let fault = DatabaseMetadata.fault(in: bytes.span) {
      throw CountryDatabase.fault(name, found: fault.found, expected: fault.expected)
    }
    unsafe database = try CountryDatabase.open(bytes, name)
    guard hasCountries else {
      throw CountryDatabase.fault(
        name,
        found: "a database without countries",
        expected: "values with country.iso_code or registered_country.iso_code"
      )
    }
  }

  private static func fault(_ file: String, found: String, expected: String) -> PlainError {
    PlainError("\(file): \(found); expected \(expected)")
  }

  deinit {
    unsafe MMDB_close(database)
    unsafe database.deallocate()
  }

  private static func open(
    _ bytes: [UInt8],
    _ name: String
  ) throws(PlainError) -> UnsafeMutablePointer<MMDB_s> {
    // Safe: the kernel copies the bytes.
    let memory = unsafe bytes.withUnsafeBytes { bytes in
      unsafe clinux_sealed_memory("countries", bytes.baseAddress, bytes.count)
    }
    guard memory >= 0 else {
      throw CountryDatabase.fault(
        name,
        found: "cannot copy it to memory: \(text(ofSystemError: clinux_errno()))",
        expected: "\(bytes.count) bytes of memory"
      )
    }
    defer { _ = close(memory) }
    let database = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
    unsafe database.initialize(to: MMDB_s())
    // Safe: the path lives as long as the call; the mapping stays when the descriptor is closed.
    let status = unsafe MMDB_open("/proc/self/fd/\(memory)", UInt32(MMDB_MODE_MMAP), database)
    if status == MMDB_SUCCESS { return unsafe database }
    // The library has freed all that it held.
    unsafe database.deallocate()
    // Safe: the library's texts are static.
    let text = unsafe String(cString: MMDB_strerror(status))
    throw CountryDatabase.fault(
      name,
      found: "libmaxminddb says: \(text)",
      expected: "a sound database of version 2 of the MaxMind DB format"
    )
  }

  private static func text(ofSystemError code: Int32) -> String {
    // Safe: the text is static or nil.
    unsafe clinux_error_text(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// Returns the country of an address of 4 or 16 bytes, which may be an IPv4-mapped IPv6 address;
  /// `nil` where the database has no readable one.
  package func country(of address: Span<UInt8>) -> CountryCode? {
    guard address.count == 4 || address.count == 16 else { return nil }
    let bytes = CountryDatabase.isMapped(address) ? address.extracting(12...) : address
    let place = unsafe bytes.withUnsafeBufferPointer { buffer in
      // Safe: there are as many bytes as stated, and the address is never empty.
      unsafe cmaxmind_find(database, buffer.baseAddress, buffer.count)
    }
    return place.is_found ? country(at: place.offset) : nil
  }

  private static func isMapped(_ address: Span<UInt8>) -> Bool {
    guard address.count == 16, address[10] == 0xFF, address[11] == 0xFF else { return false }
    for index in 0..<10 where address[index] != 0 { return false }
    return true
  }

  private func country(at offset: UInt32) -> CountryCode? {
    let section = unsafe UnsafePointer(database)
    var reader = unsafe ValueReader(
      section,
      allowance: CountryDatabase.maximumValuesPerLookup
    )
    guard let entry = reader.value(at: offset) else { return nil }
    return CountryDatabase.country("country", of: entry, &reader)
      ?? CountryDatabase.country("registered_country", of: entry, &reader)
  }

  private static func country(
    _ key: StaticString,
    of entry: ValueReader.Value,
    _ reader: inout ValueReader
  ) -> CountryCode? {
    guard let country = reader.member(key, of: entry),
      let code = reader.member("iso_code", of: country)
    else { return nil }
    return reader.country(code)
  }

  /// Whether a value with a country is found among the first nodes of the tree.
  private var hasCountries: Bool {
    var waiting: [UInt32] = [0]
    var last: UInt32?
    // Ends the search in a cyclic tree; in a sound one parts are reached by up to three ways.
    let nodes = unsafe 4 * Int(database.pointee.metadata.node_count)
    for _ in 0..<min(nodes, CountryDatabase.maximumProbedNodes) {
      guard let number = waiting.popLast() else { return false }
      var node = unsafe MMDB_search_node_s()
      // Safe: the number is that of a node, and the tree lies within the file.
      guard unsafe MMDB_read_node(database, number, &node) == MMDB_SUCCESS else { continue }
      for (type, record, entry) in unsafe [
        (node.right_record_type, node.right_record, node.right_record_entry.offset),
        (node.left_record_type, node.left_record, node.left_record_entry.offset),
      ] {
        switch Int32(type) {
        case MMDB_RECORD_TYPE_SEARCH_NODE: waiting.append(UInt32(truncatingIfNeeded: record))
        case MMDB_RECORD_TYPE_DATA where entry != last:
          last = entry
          if country(at: entry) != nil { return true }
        default: break
        }
      }
    }
    return false
  }
}
