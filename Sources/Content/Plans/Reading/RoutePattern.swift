// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The path of a document with names in braces: `products/{id}`.
package struct RoutePattern: Sendable {
  package enum Segment: Sendable, Equatable {
    case text([UInt8])
    case name(String)
  }

  package let segments: [Segment]

  /// `nil` for a path without braces, or with braces that are no names of their own.
  package init?(_ path: String) {
    guard path.utf8.contains(UInt8(ascii: "{")) else { return nil }
    var segments: [Segment] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if let name = RoutePattern.name(part) {
        segments.append(.name(name))
      } else {
        guard !part.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) else { return nil }
        segments.append(.text(Array(part.utf8)))
      }
    }
    self.segments = segments
  }

  package var names: [String] {
    segments.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// Whether there are paths that fit both.
  package func meets(_ other: RoutePattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { segment, other in
        if case .text(let text) = segment, case .text(let otherText) = other {
          return text == otherText
        }
        return true
      }
  }

  /// Whether a path without braces fits.
  package func isFilled(by path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == segments.count
      && zip(segments, parts).allSatisfy { segment, part in
        if case .text(let text) = segment { text.elementsEqual(part) } else { !part.isEmpty }
      }
  }

  /// The name in the braces that a part of a path is made of.
  package static func name(_ part: Substring) -> String? {
    guard part.hasPrefix("{"), part.hasSuffix("}"), part.utf8.count > 2 else { return nil }
    let name = part.dropFirst().dropLast()
    let isPlain = name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    return isPlain ? String(name) : nil
  }
}
