// SPDX-License-Identifier: Apache-2.0

import Bytes

// Servers differ in what they make of a path: some decode it before they look for slashes, some take a
// backslash for one, some drop what stands behind a semicolon, and many pass over empty segments and a
// slash at the end. A rule about a path holds for all of them if it is compared with the form that none
// of them changes any more.

/// A path as the most lenient server reads it: decoded, without parameters behind semicolons, empty
/// segments and a slash at the end.
package enum LenientPath {
  /// Calls `use` with the lenient form of a path, which begins with a slash. A path that is its own
  /// lenient form, as nearly all are, is found to be so without an allocation.
  package static func read<Result>(
    _ path: Span<UInt8>,
    _ use: (Span<UInt8>) -> Result
  ) -> Result {
    isRead(path) ? use(path) : use(form(of: path).span)
  }

  /// Whether a path is its own lenient form.
  package static func isRead(_ path: Span<UInt8>) -> Bool {
    guard path.count > 0, path[0] == UInt8(ascii: "/") else { return false }
    var previous: UInt8 = 0
    for index in path.indices {
      let byte = path[index]
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: ";"), UInt8(ascii: "\\"): return false
      case UInt8(ascii: "/"): if previous == byte { return false }
      default: break
      }
      previous = byte
    }
    return path.count == 1 || previous != UInt8(ascii: "/")
  }

  private static func form(of path: Span<UInt8>) -> [UInt8] {
    let decoded = PercentCoding.decode(path) ?? path.array
    var form: [UInt8] = []
    form.reserveCapacity(decoded.count + 1)
    forEachSegment(of: decoded.span) { segment in
      form.append(UInt8(ascii: "/"))
      form.append(segment)
    }
    if form.isEmpty { form.append(UInt8(ascii: "/")) }
    return form
  }

  /// Calls `use` with what is left of each segment without its parameters, if anything is.
  private static func forEachSegment(of path: Span<UInt8>, _ use: (Span<UInt8>) -> Void) {
    var start = 0
    for index in 0...path.count
    where index == path.count || path[index] == UInt8(ascii: "/")
      || path[index] == UInt8(ascii: "\\")
    {
      let segment = path.extracting(start..<index)
      let end = segment.firstIndex(of: UInt8(ascii: ";")) ?? segment.count
      if end > 0 { use(segment.extracting(first: end)) }
      start = index + 1
    }
  }

  /// Number of times that a path is decoded to find what it hides.
  private static let decodings = 3

  /// Whether a segment becomes `.` or `..` for a server that decodes the path, even more than once, or
  /// drops parameters.
  static func hidesDotSegment(_ path: Span<UInt8>) -> Bool {
    var form = path.array
    for _ in 0..<decodings where !isRead(form.span) {
      form = Self.form(of: form.span)
      var isFound = false
      forEachSegment(of: form.span) { segment in
        isFound = isFound || segment.matches(".") || segment.matches("..")
      }
      if isFound { return true }
    }
    return false
  }
}
