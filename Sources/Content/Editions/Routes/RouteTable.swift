// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
import HTTPValues
import Plans

/// Finds the documents whose paths have names in braces. A path that a segment's text matches goes
/// before one that a name takes, from the first segment on; the order of files makes no difference.
struct RouteTable: Sendable {
  /// Bytes of what stands for a name.
  static let maximumValueBytes = 256

  private struct Route: Sendable {
    let pattern: RoutePattern
    let number: DocumentNumber
  }

  /// By how many segments they have.
  private var routes: [[Route]] = []

  /// - Parameter paths: those of all documents, in the order of their numbers.
  init(_ paths: some Sequence<String>) {
    for (index, path) in paths.enumerated() {
      guard let pattern = RoutePattern(path) else { continue }
      while routes.count <= pattern.segments.count { routes.append([]) }
      let number = DocumentNumber(rawValue: UInt32(index))
      routes[pattern.segments.count].append(Route(pattern: pattern, number: number))
    }
    for index in routes.indices {
      routes[index].sort { RouteTable.isMoreExact($0.pattern, than: $1.pattern) }
    }
  }

  private static func isMoreExact(_ one: RoutePattern, than other: RoutePattern) -> Bool {
    for (first, second) in zip(one.segments, other.segments) {
      switch (first, second) {
      case (.text, .name): return true
      case (.name, .text): return false
      default: continue
      }
    }
    return false
  }

  /// The document of a path and what stands for its names, in their order.
  func match(_ path: Span<UInt8>) -> (number: DocumentNumber, values: [String])? {
    guard !routes.isEmpty else { return nil }
    var count = 1
    for index in path.indices where path[index] == UInt8(ascii: "/") { count += 1 }
    guard count < routes.count else { return nil }
    for route in routes[count] {
      if let values = RouteTable.values(of: route.pattern, path) { return (route.number, values) }
    }
    return nil
  }

  /// The documents that may answer for a path which fits the pattern.
  func documents(meeting pattern: RoutePattern) -> [DocumentNumber] {
    let count = pattern.segments.count
    guard count < routes.count else { return [] }
    return routes[count].filter { $0.pattern.meets(pattern) }.map(\.number)
  }

  /// The number of the document that a path means.
  func match(_ path: String) -> UInt32? {
    let bytes = Array(path.utf8)
    return match(bytes.span)?.number.rawValue
  }

  /// Returns the values of a pattern's parameters in a path of as many segments; `nil` if it does not match.
  private static func values(of pattern: RoutePattern, _ path: Span<UInt8>) -> [String]? {
    var start = 0
    var values: [String] = []
    for segment in pattern.segments {
      let end = path.firstIndex(of: UInt8(ascii: "/"), from: start) ?? path.count
      let part = path.extracting(start..<end)
      switch segment {
      case .text(let text): guard part.matches(text.span) else { return nil }
      case .name:
        guard !part.isEmpty, part.count <= maximumValueBytes, let value = value(of: part) else {
          return nil
        }
        values.append(value)
      }
      start = end + 1
    }
    return values
  }

  /// A segment without its percent coding; `nil` where that is broken, and for `.` and `..`, with which a
  /// service's path would mean another one.
  private static func value(of part: Span<UInt8>) -> String? {
    guard !NormalPath.hasDotSegment(part) else { return nil }
    guard part.firstIndex(of: UInt8(ascii: "%")) != nil else { return part.text }
    return PercentCoding.decode(part).map { String(decoding: $0, as: UTF8.self) }
  }
}
