// SPDX-License-Identifier: Apache-2.0

/// The members of an object of JSON that was checked when it came, found without reading their values.
package struct ObjectMembers: Sequence, IteratorProtocol {
  package struct Member {
    /// The name without its quotes, as it is written.
    package let name: Range<Int>
    package let value: Range<Int>
  }

  private let bytes: ContiguousArray<UInt8>
  private var index: Int
  private let end: Int

  /// - Parameter range: the place of the object in `bytes`.
  package init(_ bytes: ContiguousArray<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound &+ 1
    end = range.upperBound &- 1
  }

  package mutating func next() -> Member? {
    guard let member = ObjectMembers.member(of: bytes.span, from: index, to: end) else {
      return nil
    }
    index = member.value.upperBound &+ 1
    return member
  }

  private static func member(of bytes: Span<UInt8>, from start: Int, to end: Int) -> Member? {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: "\"") { index &+= 1 }
    guard index < end else { return nil }
    let nameEnd = endOfString(bytes, from: index &+ 1)
    let name = index &+ 1..<nameEnd
    index = nameEnd &+ 1
    while index < end, bytes[index] != UInt8(ascii: ":") { index &+= 1 }
    index &+= 1
    while index < end, bytes[index] <= 0x20 { index &+= 1 }
    let first = index
    var depth = 0
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = endOfString(bytes, from: index &+ 1)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
      case UInt8(ascii: ",") where depth == 0: return Member(name: name, value: first..<index)
      default: break
      }
      index &+= 1
    }
    return Member(name: name, value: Swift.min(first, end)..<end)
  }

  /// Returns the place of the quote that ends a string.
  private static func endOfString(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index &+= bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(index, bytes.count)
  }
}
