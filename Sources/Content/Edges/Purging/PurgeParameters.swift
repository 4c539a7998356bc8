// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues

/// Everything that the requests of one purge at one edge are made of.
struct PurgeParameters: Sendable, Equatable {
  var purge: Purge
  /// The identifier of what is purged at the CDN, such as its zone.
  let subject: String
  /// The values of the secrets, by the names of their parts.
  let secrets: [String: String]
  /// The requests that the site writes itself.
  let templates: [Purge.Target.Kind: PurgeTemplate]
  /// The scheme, host and port of public URLs.
  let base: Origin?

  var target: Purge.Target { purge.target }
  var isSoft: Bool { purge.isSoft }

  func secret(_ part: String = "") -> String { secrets[part] ?? "" }

  /// The host of public URLs.
  var host: String? { base?.authority }

  /// The same for an API that cannot do without.
  func requiredHost() throws(PlainError) -> String {
    guard let host else { throw PurgeParameters.noBase }
    return host
  }

  private static let noBase = PlainError("there is no base of public URLs")

  /// A public URL as a whole.
  func url(_ path: String) throws(PlainError) -> String {
    guard let base else { throw PurgeParameters.noBase }
    return "\(base)\(path)"
  }

  func urls(_ paths: [String]) throws(PlainError) -> [String] {
    var urls: [String] = []
    for path in paths { urls.append(try url(path)) }
    return urls
  }

  /// Tags as edges know them, each once, with the buckets that they may have been folded into.
  static func portable(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.flatMap { EdgeTags.purging($0) }.map(\.description)
      .filter { known.insert($0).inserted }
  }
}

/// The requests that each address of an edge is sent, one after the other.
struct PurgeRequests: Sendable, Equatable {
  var requests: [PurgeRequest]
  /// Note on how the purge differs from the one that was asked for.
  var note: String?

  init(requests: [PurgeRequest], note: String? = nil) {
    self.requests = requests
    self.note = note
  }

  /// Joins the notes that there are.
  static func note(_ notes: String?...) -> String? {
    let notes = notes.compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}

extension Array {
  /// The elements in pieces of at most `size`.
  func pieces(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension Sequence<String> {
  /// The texts as strings of JSON with commas between them; tags and URLs contain nothing that JSON
  /// escapes.
  var jsonStrings: String { map { "\"\($0)\"" }.joined(separator: ",") }
}
