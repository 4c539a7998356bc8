// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 14. A Range field that is not `bytes=` and a list of well-formed ranges is
// ignored (section 14.2), as is one with more ranges than `maximumRanges`: a client that asks for
// hundreds of slivers makes the server work more than the whole answer would.
//
// Ranges that overlap, or lie closer together than a part's head is long, become one part (section
// 15.3.7.2), so that no request makes us send more than the representation and the heads. Parts
// keep the order in which they were asked for. A position past `Int.max` counts as `Int.max`.

/// The ranges of bytes that a request asks for.
package struct ByteRanges: Sendable, Equatable {
  /// One range as it was asked for.
  package enum Spec: Sendable, Equatable {
    /// `first-last`, or `first-` up to the end.
    case from(Int, through: Int?)
    /// `-count`: the end.
    case last(Int)
  }

  /// Answer to the ranges.
  package enum Selection: Sendable, Equatable {
    /// 200: the whole representation.
    case whole
    /// 206: these parts; several of them are a multipart answer.
    case parts([Range<Int>])
    /// 416.
    case unsatisfiable
  }

  /// A field with more ranges than this is ignored.
  package static let maximumRanges = 64
  /// Ranges with fewer bytes than this between them are sent as one.
  package static let coalescedGap = 80

  package let specs: [Spec]

  /// The Range field of a request; `nil` when it is to be ignored.
  package init?(_ fields: borrowing FieldsView) {
    guard let index = fields.onlyIndex(of: .range) else { return nil }
    self.init(fields.value(at: index))
  }

  package init?(_ value: Span<UInt8>) {
    guard let equals = value.firstIndex(of: UInt8(ascii: "=")),
      value.extracting(first: equals).matches(lowercase: "bytes")
    else { return nil }
    var specs: [Spec] = []
    var start = equals + 1
    while start <= value.count {
      let end = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
      let member = value.extracting(start..<end).trimmed
      start = end + 1
      guard member.count > 0 else { continue }
      guard specs.count < ByteRanges.maximumRanges, let spec = ByteRanges.spec(member) else {
        return nil
      }
      specs.append(spec)
    }
    guard !specs.isEmpty else { return nil }
    self.specs = specs
  }

  private static func spec(_ member: Span<UInt8>) -> Spec? {
    guard let dash = member.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let rest = member.extracting((dash + 1)...)
    if dash == 0 { return position(rest).map { .last($0) } }
    guard let first = position(member.extracting(first: dash)) else { return nil }
    if rest.count == 0 { return .from(first, through: nil) }
    guard let last = position(rest), last >= first else { return nil }
    return .from(first, through: last)
  }

  /// Digits, saturating.
  private static func position(_ digits: Span<UInt8>) -> Int? {
    guard digits.count > 0 else { return nil }
    for index in 0..<digits.count where !digits[index].isDigit { return nil }
    return digits.decimal ?? .max
  }

  /// Returns the part of a representation of `length` bytes that is asked for.
  package func selection(of length: Int) -> Selection {
    var parts: [Range<Int>] = []
    for spec in specs {
      switch spec {
      case .from(let first, let last):
        guard first < length else { continue }
        ByteRanges.add(first..<(min(last ?? .max, length - 1) + 1), to: &parts)
      case .last(let count):
        guard count > 0 else { continue }
        // The end of nothing is nothing, which no Content-Range can say (section 14.1.2).
        guard length > 0 else { return .whole }
        ByteRanges.add(max(0, length - count)..<length, to: &parts)
      }
    }
    return parts.isEmpty ? .unsatisfiable : .parts(parts)
  }

  /// Adds a range, joined with those that it overlaps or nearly touches, in the place of the first.
  private static func add(_ range: Range<Int>, to parts: inout [Range<Int>]) {
    var joined = range
    var place = parts.count
    while let near = parts.firstIndex(where: { isNear($0, joined) }) {
      let other = parts.remove(at: near)
      joined = min(joined.lowerBound, other.lowerBound)..<max(joined.upperBound, other.upperBound)
      place = min(place, near)
    }
    parts.insert(joined, at: min(place, parts.count))
  }

  private static func isNear(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    max(one.lowerBound, other.lowerBound) - min(one.upperBound, other.upperBound) < coalescedGap
  }
}
