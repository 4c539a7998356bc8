// SPDX-License-Identifier: Apache-2.0

import Bytes

extension KnownField {
  /// The number of a field name in any case; `other` for one that is not in the list.
  ///
  /// Four facts of the name (first, last and fourth last letter, length) hash it without a
  /// collision among the known ones, so one comparison decides. A test checks that it stays so.
  package init(_ name: Span<UInt8>) {
    guard let slot = KnownField.slot(of: name) else {
      self = .other
      return
    }
    let candidate = KnownField.table[slot]
    self = candidate != .other && name.matches(lowercase: candidate.name) ? candidate : .other
  }

  /// The number of a field name that is in lower case already, as HTTP/2 demands; `other` for one
  /// that is not in the list or has an upper-case letter.
  package init(lowercase name: Span<UInt8>) {
    guard let slot = KnownField.slot(of: name) else {
      self = .other
      return
    }
    let candidate = KnownField.table[slot]
    if case .other = candidate {
      self = .other
    } else {
      self = name.matches(candidate.name) ? candidate : .other
    }
  }

  static let tableSize = 512

  /// The known name of each hash.
  static let table: [KnownField] = {
    var table = [KnownField](repeating: .other, count: tableSize)
    for field in allCases {
      if let slot = slot(of: field.name.description.utf8Span.span) { table[slot] = field }
    }
    return table
  }()

  /// Where a name stands in the table; `nil` for an empty one.
  static func slot(of name: Span<UInt8>) -> Int? {
    guard name.count > 0 else { return nil }
    let first = Int(name[0].lowercased)
    let fourthLast = Int(name[name.count < 4 ? name.count / 2 : name.count - 4].lowercased)
    let last = Int(name[name.count - 1].lowercased)
    let hash = first &* 35 &+ last &* 51 &+ fourthLast &* 28 &+ name.count &* 23
    return hash & (tableSize - 1)
  }
}
