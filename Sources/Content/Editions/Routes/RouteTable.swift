// SPDX-License-Identifier: Apache-2.0

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
    var ends: [Int] = []
    for index in path.indices where path[index] == UInt8(ascii: "/") { ends.append(index) }
    ends.append(path.count)
    guard ends.count < routes.count else { return nil }
    for route in routes[ends.count] {
      if let values = RouteTable.values(of: route.pattern, path, ends) {
        return (route.number, values)
      }
    }
    return nil
  }

  /// The number of the document that a path means.
  func match(_ path: String) -> UInt32? {
    let bytes = Array(path.utf8)
    return match(bytes.span)?.number.rawValue
  }

  private static func values(
    of pattern: RoutePattern,
    _ path: Span<UInt8>,
    _ ends: [Int]
  ) -> [String]? {
    var start = 0
    var values: [String] = []
    for (segment, end) in zip(pattern.segments, ends) {
      let part = path.extracting(start..<end)
      switch segment {
      case .text(let text):
        guard part.count == text.count, part.indices.allSatisfy({ part[$0] == text[$0] }) else {
          return nil
        }
      case .name:
        guard !part.isEmpty, part.count <= maximumValueBytes else { return nil }
        guard let value = PercentCoding.decode(part) else { return nil }
        values.append(String(decoding: value, as: UTF8.self))
      }
      start = end + 1
    }
    return values
  }
}
