// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Plans

/// How an edge is told to let go of answers.
package struct EdgePurge: Sendable, Hashable {
  /// Where purges are sent: all nodes of a cache, or the one API of a CDN.
  package var addresses: [BackendDeclaration.Address] = []
  /// What the CDN calls that which is purged: a service, a zone, a distribution or a network.
  package var subject = ""
  /// The subject as it is declared, by the key that each kind of CDN has for it.
  var subjects: [String: String] = [:]
  /// The environment's variables with what the CDN must be shown, by what they are a part of; the
  /// only part has no name.
  package var secrets: [String: String] = [:]
  /// Where everybody asks for what the edge answers; purges are proved there.
  package var probe: BackendDeclaration.Address?
  /// What is sent to an edge of a kind that has no purges of its own.
  package var requests: [Scope: EdgePurgeRequest] = [:]
  /// Whether it is told by itself of what a new publication changes.
  package var isOnPublish = true

  /// What a request of one's own purges.
  package enum Scope: String, Sendable, Hashable, CaseIterable {
    case tag
    case path
    case prefix
    case all
  }

  package init() {}
}

/// A request that purges, with holes for what is purged.
package struct EdgePurgeRequest: Sendable, Hashable {
  package var method = HTTPValues.Method.post
  package var path: EdgePurgeText
  package var fields: [Field] = []
  package var body: EdgePurgeText

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: EdgePurgeText
  }
}

/// A text with holes such as `{tags}`; braces around anything but a name are just braces.
package struct EdgePurgeText: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case text(String)
    case hole(Hole)
  }

  package enum Hole: Sendable, Hashable {
    /// One tag; a request is sent for each.
    case tag
    /// All tags, with blanks between them.
    case tags
    /// All tags as strings of JSON, with commas between them.
    case tagList
    case path
    /// The path behind the base of public URLs.
    case url
    /// The host of public URLs.
    case host
    case prefix
    /// `1` for a soft purge, and nothing for a hard one.
    case soft
    /// What a variable of the environment says.
    case secret(part: String)

    static let plain: [String: Hole] = [
      "tag": .tag, "tags": .tags, "tagList": .tagList, "path": .path, "url": .url, "host": .host,
      "prefix": .prefix, "soft": .soft, "secret": .secret(part: ""),
    ]

    /// The name between braces.
    var name: String {
      switch self {
      case .secret(part: ""): "secret"
      case .secret(let part): "secret.\(part)"
      default: Hole.plain.first { $0.value == self }?.key ?? ""
      }
    }

    /// The hole of a name between braces.
    init?(_ name: String) {
      if let hole = Hole.plain[name] {
        self = hole
      } else if name.hasPrefix("secret."), name.utf8.count > 7 {
        self = .secret(part: String(name.dropFirst(7)))
      } else {
        return nil
      }
    }
  }

  package let parts: [Part]

  package var holes: [Hole] {
    parts.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
  }

  /// A name between braces that is no hole's.
  package struct UnknownHole: Error {
    package let name: String
  }

  package init(_ text: String) throws(UnknownHole) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      plain += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0 == ".") }
      guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
        plain += "{"
        continue
      }
      guard let hole = Hole(String(name)) else { throw UnknownHole(name: String(name)) }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = ""
      parts.append(.hole(hole))
      rest = rest[rest.index(after: name.endIndex)...]
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  private init() { parts = [] }

  /// No text at all.
  package static let empty = EdgePurgeText()

  /// The text as a file says it.
  var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .hole(let hole): "{\(hole.name)}"
      }
    }
    .joined()
  }
}

extension EdgePurgeText.UnknownHole: CustomStringConvertible {
  package var description: String { "\"{\(name)}\" stands for nothing" }
}
