// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues

/// The names by which policies know a path, so that each policy holds for all its spellings: the path as
/// the most lenient server reads it, and the same without the suffix of a format. A path of records has
/// one more, without the verb behind its colon and as apps of DreamFactory do not write it.
package struct PathNames: Sendable {
  private static let suffixes = AnswerFormat.allCases.map { "\($0.suffix)" } + [".ndjson"]

  /// The path of the records; empty without records.
  private let records: String

  package init(_ site: SiteSettings) { records = site.resources?.at ?? "" }

  /// Whether a pattern is for a path.
  ///
  /// - Parameter path: the lenient form of a path.
  package func match(_ patterns: [PathPattern], _ path: Span<UInt8>) -> Bool {
    func isMeant(_ name: Span<UInt8>) -> Bool { patterns.contains { $0.matches(decoded: name) } }
    guard path.count > 1 else { return false }
    let name = path.extracting(1...)
    let bare = PathNames.lengthWithoutSuffix(name)
    if isMeant(name) || bare < name.count && isMeant(name.extracting(first: bare)) { return true }
    let prefix = records.utf8Span.span
    guard !records.isEmpty, path.count > prefix.count,
      path.extracting(first: prefix.count).matches(prefix)
    else { return false }
    return recordName(path.extracting(prefix.count...)).map { isMeant($0.span) } ?? false
  }

  /// The name of a path of records; `nil` for one that is no other than the path.
  ///
  /// - Parameter rest: what follows the path of the records.
  private func recordName(_ rest: Span<UInt8>) -> [UInt8]? {
    var end = rest.count
    if let colon = rest.lastIndex(of: UInt8(ascii: ":")),
      rest.firstIndex(of: UInt8(ascii: "/"), from: colon) == nil
    {
      end = colon
    }
    end = PathNames.lengthWithoutSuffix(rest.extracting(first: end))
    let plain = rest.extracting(first: end)
    var name = Array(records.utf8.dropFirst())
    for (other, path) in ResourceSettings.otherPaths {
      let prefix = other.utf8Span.span
      guard plain.count >= prefix.count, plain.extracting(first: prefix.count).matches(prefix),
        plain.count == prefix.count || plain[prefix.count] == UInt8(ascii: "/")
      else { continue }
      name += path.utf8
      name.append(plain.extracting(prefix.count...))
      return name
    }
    guard plain.count < rest.count else { return nil }
    name.append(plain)
    return name
  }

  /// The length of a path without the suffix of a format.
  private static func lengthWithoutSuffix(_ path: Span<UInt8>) -> Int {
    for suffix in suffixes {
      let bytes = suffix.utf8Span.span
      let start = path.count - bytes.count
      if start > 0, path.extracting(start...).matches(bytes) { return start }
    }
    return path.count
  }
}
