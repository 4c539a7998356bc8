// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Requests that a site writes itself, with what is purged in their holes. A scope that it says
/// nothing of is purged by the next wider one.
enum OwnPurge {
  /// Tags in one request.
  private static let tagsInRequest = 30

  /// What fills the holes of one request.
  private struct Filling {
    var tags: [String] = []
    var path = ""
    var prefix = ""
  }

  static func outline(
    _ requests: [EdgePurge.Scope: EdgePurgeRequest],
    _ words: PurgeWords
  ) throws(PurgeRefusal) -> PurgeOutline {
    let wanted: [EdgePurge.Scope] =
      switch words.target {
      case .tags: [.tag, .all]
      case .paths: [.path, .all]
      case .prefix: [.prefix, .all]
      case .everything: [.all]
      }
    guard let scope = wanted.first(where: { requests[$0] != nil }), let request = requests[scope]
    else {
      throw PurgeRefusal(message: "no request purges by \(wanted[0].rawValue), and none all")
    }
    var sent: [PurgeRequest] = []
    for filling in fillings(scope, request, words) {
      sent.append(try filled(request, filling, words))
    }
    var note: String?
    if scope != wanted[0] {
      note = "no request purges by \(wanted[0].rawValue), so everything is purged"
    } else if case .paths(_, let tags) = words.target, !tags.isEmpty {
      if let byTag = requests[.tag] {
        for filling in fillings(tags, byTag) { sent.append(try filled(byTag, filling, words)) }
      } else {
        note = "no request purges by tag, so answers in which this stands are kept"
      }
    }
    return PurgeOutline(requests: sent, note: note)
  }

  private static func fillings(_ tags: [String], _ request: EdgePurgeRequest) -> [Filling] {
    let isOneByOne = request.holes.contains(.tag)
    return PurgeWords.portable(tags).pieces(of: isOneByOne ? 1 : tagsInRequest)
      .map { Filling(tags: Array($0)) }
  }

  private static func fillings(
    _ scope: EdgePurge.Scope,
    _ request: EdgePurgeRequest,
    _ words: PurgeWords
  ) -> [Filling] {
    switch (scope, words.target) {
    case (.tag, .tags(let tags)): return fillings(tags, request)
    case (.path, .paths(let paths, _)): return paths.map { Filling(path: $0) }
    case (.prefix, .prefix(let prefix)): return [Filling(prefix: prefix)]
    default: return [Filling()]
    }
  }

  private static func filled(
    _ request: EdgePurgeRequest,
    _ filling: Filling,
    _ words: PurgeWords
  ) throws(PurgeRefusal) -> PurgeRequest {
    var made = PurgeRequest(request.method, try text(request.path, filling, words))
    for field in request.fields {
      let value = try text(field.value, filling, words)
      guard !value.isEmpty, let name = FieldName(field.name) else { continue }
      // A cache is asked for the host of the public, an API for its own.
      if name == FieldName(.host) {
        made.authority = value
      } else {
        made.fields.append(name, value)
      }
    }
    made.body = try text(request.body, filling, words)
    return made
  }

  private static func text(
    _ text: EdgePurgeText,
    _ filling: Filling,
    _ words: PurgeWords
  ) throws(PurgeRefusal) -> String {
    var filled = ""
    for part in text.parts {
      switch part {
      case .text(let text): filled += text
      case .hole(.tag): filled += filling.tags.first ?? ""
      case .hole(.tags): filled += filling.tags.joined(separator: " ")
      case .hole(.tagList): filled += filling.tags.jsonStrings
      case .hole(.path): filled += filling.path
      case .hole(.url): filled += filling.path.isEmpty ? "" : try words.url(filling.path)
      case .hole(.host): filled += words.host ?? ""
      case .hole(.prefix): filled += filling.prefix
      case .hole(.soft): filled += words.isSoft ? "1" : ""
      case .hole(.secret(let part)): filled += words.secret(part)
      }
    }
    return filled
  }
}

extension EdgePurgeRequest {
  fileprivate var holes: [EdgePurgeText.Hole] {
    path.holes + body.holes + fields.flatMap(\.value.holes)
  }
}
