// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 3986 section 6.2.2 for the path of a request: triplets of unreserved bytes are decoded, the
// others get upper-case digits, bytes that a path cannot show become triplets, and dot segments are
// removed afterwards, so that `%2e%2e` is `..` to us as it may be to a backend. A path that climbs
// above its root stays there (section 5.2.4). Whoever routes, caches and forwards the normal form
// only cannot be told one path and ask for another.
//
// Refused, since servers disagree on what they mean: NUL in any form, a raw backslash, a control,
// `?`, `#`, a `%` without two digits, a segment that is a dot segment only for those who decode it once
// more or drop its parameters (`..%2F`, `%252e%252e`, `..;`), and, unless the policy keeps them, an
// encoded slash or backslash. A path in normal form, as nearly all are, is found to be so without an
// allocation.

/// Policy for the paths that servers read differently.
package struct PathPolicy: Sendable, Equatable {
  /// Whether `%2F` and `%5C` are kept as they are instead of refused. They are never decoded.
  package var keepsEncodedSlashes = false
  /// Whether `//` counts as `/`.
  package var mergesSlashes = false

  package init(keepsEncodedSlashes: Bool = false, mergesSlashes: Bool = false) {
    self.keepsEncodedSlashes = keepsEncodedSlashes
    self.mergesSlashes = mergesSlashes
  }

  /// The policy for the paths of requests.
  package static let requests = PathPolicy(keepsEncodedSlashes: true, mergesSlashes: true)
}

/// Result of normalizing a path.
package enum NormalPath: Sendable, Equatable {
  /// It was in normal form.
  case unchanged
  /// This is its normal form.
  case changed([UInt8])
  /// It may not be used, for this reason.
  case refused(Refusal)

  /// Reason why a path may not be used.
  package enum Refusal: String, Sendable {
    case notAbsolute = "the path does not begin with a slash"
    case badTriplet = "a percent sign without two hexadecimal digits"
    case nul = "a NUL byte"
    case encodedSlash = "an encoded slash or backslash"
    case forbiddenByte = "a byte that no path has"
    case hiddenDotSegment = "a segment that some servers read as . or .."
  }

  /// The normal form of `path`, which has no query.
  package init(_ path: Span<UInt8>, policy: PathPolicy = PathPolicy()) {
    guard path.count > 0, path[0] == UInt8(ascii: "/") else {
      self = .refused(.notAbsolute)
      return
    }
    guard !NormalPath.isNormal(path, policy) else {
      self = .unchanged
      return
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(path.count + 16)
    var index = 0
    while index < path.count {
      let byte = path[index]
      if byte == UInt8(ascii: "%") {
        guard let value = PercentCoding.triplet(in: path, at: index) else {
          self = .refused(.badTriplet)
          return
        }
        if let refusal = NormalPath.refusal(ofEncoded: value, policy) {
          self = .refused(refusal)
          return
        }
        NormalPath.append(value, isKept: ByteSet.unreserved.contains(value), to: &decoded)
        index += 3
      } else {
        if let refusal = NormalPath.refusal(of: byte) {
          self = .refused(refusal)
          return
        }
        NormalPath.append(byte, isKept: ByteSet.path.contains(byte), to: &decoded)
        index += 1
      }
    }
    let normal = NormalPath.withoutDotSegments(decoded.span, policy)
    guard !LenientPath.hidesDotSegment(normal.span) else {
      self = .refused(.hiddenDotSegment)
      return
    }
    self = path.matches(normal.span) ? .unchanged : .changed(normal)
  }

  /// Whether there is nothing to look at closely: no triplet, no byte to encode, and no segment
  /// that begins with a dot.
  private static func isNormal(_ path: Span<UInt8>, _ policy: PathPolicy) -> Bool {
    var previous: UInt8 = 0
    let slash = UInt8(ascii: "/")
    for index in 0..<path.count {
      let byte = path[index]
      guard ByteSet.path.contains(byte) else { return false }
      if previous == slash {
        if byte == UInt8(ascii: ".") || (byte == slash && policy.mergesSlashes) { return false }
      }
      previous = byte
    }
    return true
  }

  private static func refusal(ofEncoded byte: UInt8, _ policy: PathPolicy) -> Refusal? {
    switch byte {
    case 0: .nul
    case UInt8(ascii: "/"), UInt8(ascii: "\\"): policy.keepsEncodedSlashes ? nil : .encodedSlash
    default: nil
    }
  }

  private static func refusal(of byte: UInt8) -> Refusal? {
    switch byte {
    case 0: .nul
    case 1...0x20, 0x7F, UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): .forbiddenByte
    default: nil
    }
  }

  private static func append(_ byte: UInt8, isKept: Bool, to bytes: inout [UInt8]) {
    guard !isKept else {
      bytes.append(byte)
      return
    }
    bytes.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 0xF] {
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Whether a segment before the query is `.` or `..`, also with percent-encoded dots.
  package static func hasDotSegment(_ target: Span<UInt8>) -> Bool {
    let path = target.extracting(first: target.firstIndex(of: UInt8(ascii: "?")) ?? target.count)
    var start = 0
    while start < path.count {
      let end = path.firstIndex(of: UInt8(ascii: "/"), from: start) ?? path.count
      if isDots(path.extracting(start..<end)) { return true }
      start = end + 1
    }
    return false
  }

  private static func isDots(_ segment: Span<UInt8>) -> Bool {
    var (index, dots) = (0, 0)
    while index < segment.count, dots <= 2 {
      if segment[index] == UInt8(ascii: ".") {
        index += 1
      } else if segment[index] == UInt8(ascii: "%"),
        PercentCoding.triplet(in: segment, at: index) == UInt8(ascii: ".")
      {
        index += 3
      } else {
        return false
      }
      dots += 1
    }
    return dots == 1 || dots == 2
  }

  /// Section 5.2.4 for a path that begins with a slash, segment by segment.
  private static func withoutDotSegments(_ path: Span<UInt8>, _ policy: PathPolicy) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var output: [UInt8] = []
    output.reserveCapacity(path.count)
    var index = 0
    while index < path.count {
      // A slash stands here; the segment goes up to the next one.
      let end = path.firstIndex(of: slash, from: index + 1) ?? path.count
      let segment = path.extracting((index + 1)..<end)
      let isLast = end == path.count
      index = end
      if segment.matches(".") {
        if isLast { output.append(slash) }
      } else if segment.matches("..") {
        while let last = output.popLast(), last != slash {}
        if isLast { output.append(slash) }
      } else if !policy.mergesSlashes || segment.count > 0 || isLast {
        output.append(slash)
        output.append(segment)
      }
    }
    return output
  }
}
