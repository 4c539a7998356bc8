// SPDX-License-Identifier: Apache-2.0

import Bytes

extension ProxyExtensions {
  /// Reads the extensions from `start` on to the end of the header `block`.
  init(readFrom start: Int, of block: Span<UInt8>) throws(PlainError) {
    self.init()
    var seen: [UInt8] = []
    var position = start
    while position < block.count {
      let entry = try ProxyEntry(at: position, of: block)
      position = entry.end
      guard try read(entry, of: block) else { continue }
      if seen.contains(entry.kind) {
        throw PlainError.proxy("extension \(entry.kind) stands twice")
      }
      seen.append(entry.kind)
    }
  }

  /// Takes one extension; `false` when it means nothing here.
  private mutating func read(
    _ entry: ProxyEntry,
    of block: Span<UInt8>
  ) throws(PlainError) -> Bool {
    let value = block.extracting(entry.value)
    switch entry.kind {
    case Kind.applicationProtocol:
      guard value.count > 0 && value.count <= 255 else { throw entry.fault }
      applicationProtocol = value.array
    case Kind.authority:
      guard value.count <= Self.authorityLimit, let name = value.printable else {
        throw entry.fault
      }
      authority = name
    case Kind.checksum:
      guard value.count == 4 else { throw entry.fault }
      guard value.number(at: 0, bytes: 4) == Int(block.checksum(without: entry.value)) else {
        throw PlainError.proxy("the checksum is not that of its \(block.count) bytes")
      }
    case Kind.uniqueID:
      guard value.count <= Self.uniqueIDLimit else { throw entry.fault }
      uniqueID = value.array
    case Kind.security:
      security = try ProxySecurity(value)
    default:
      return false
    }
    return true
  }
}

extension ProxySecurity {
  /// Reads the value of the extension.
  init(_ value: Span<UInt8>) throws(PlainError) {
    self.init()
    guard value.count >= 5 else {
      throw PlainError.proxy("the TLS extension has \(value.count) of 5 bytes")
    }
    isEncrypted = value[0] & Bit.encrypted != 0
    hasCertificate = value[0] & Bit.certificate != 0
    hasSessionCertificate = value[0] & Bit.sessionCertificate != 0
    isVerified = value.number(at: 1, bytes: 4) == 0
    var position = 5
    while position < value.count {
      let entry = try ProxyEntry(at: position, of: value)
      position = entry.end
      guard Self.textKinds.contains(entry.kind) else { continue }
      guard self[text: entry.kind] == nil, let text = value.extracting(entry.value).printable else {
        throw entry.fault
      }
      self[text: entry.kind] = text
    }
  }
}

/// Where one extension lies: a type, a length in two bytes, and the value.
private struct ProxyEntry {
  let kind: UInt8
  let value: Range<Int>

  var end: Int { value.upperBound }

  var fault: PlainError {
    PlainError.proxy("extension \(kind) cannot have these \(value.count) bytes")
  }

  init(at start: Int, of block: Span<UInt8>) throws(PlainError) {
    guard block.count - start >= 3 else {
      throw PlainError.proxy("\(block.count - start) bytes at the end are no extension")
    }
    kind = block[start]
    let length = block.number(at: start + 1, bytes: 2)
    guard block.count - start - 3 >= length else {
      throw PlainError.proxy("extension \(kind) of \(length) bytes reaches past the header")
    }
    value = start + 3..<start + 3 + length
  }
}

extension Span<UInt8> {
  /// The bytes as text, when they are UTF-8 without control characters and not empty.
  fileprivate var printable: String? {
    for index in 0..<count where self[index] < 0x20 || self[index] == 0x7F { return nil }
    return count > 0 ? String(validating: array, as: UTF8.self) : nil
  }
}
