// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Plans

/// Why an edge cannot be told of a purge at all; to try again would not help.
package struct PurgeRefusal: Error, Equatable, Sendable {
  package let message: String
}

/// What a purge is, as the requests to one edge say it.
struct PurgeWords: Sendable {
  let target: PurgeTarget
  let isSoft: Bool
  /// What the CDN calls that which is purged.
  let subject: String
  /// The secrets themselves, by the part that they are.
  let secrets: [String: String]
  /// Where the public asks.
  let base: BackendDeclaration.Address?

  func secret(_ part: String = "") -> String { secrets[part] ?? "" }

  /// The host of public URLs.
  var host: String? {
    base.map { base in
      let standard = base.isSecure ? 443 : 80
      return base.port == standard ? base.host : "\(base.host):\(base.port)"
    }
  }

  /// A public URL as a whole.
  func url(_ path: String) throws(PurgeRefusal) -> String {
    guard let base, let host else { throw PurgeRefusal(message: "there is no base of public URLs") }
    return (base.isSecure ? "https://" : "http://") + host + path
  }

  func urls(_ paths: [String]) throws(PurgeRefusal) -> [String] {
    var urls: [String] = []
    for path in paths { urls.append(try url(path)) }
    return urls
  }

  /// Tags as the edge has them, each once, with the buckets that theirs may have folded into.
  static func portable(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.flatMap { EdgeTags.purging($0) }.map(\.description)
      .filter { known.insert($0).inserted }
  }
}

/// What is sent to each address of an edge, one behind the other.
struct PurgeOutline: Sendable, Equatable {
  var requests: [PurgeRequest]
  /// What the purge does beyond what it was told to, or less.
  var note: String?
}

extension Array {
  /// The elements in pieces of at most `size`.
  func pieces(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension Sequence<String> {
  /// The texts as strings of JSON with commas between them; they are tags and URLs, in which nothing
  /// stands that JSON escapes.
  var jsonStrings: String { map { "\"\($0)\"" }.joined(separator: ",") }
}

extension PurgeRefusal: CustomStringConvertible {
  package var description: String { message }
}
