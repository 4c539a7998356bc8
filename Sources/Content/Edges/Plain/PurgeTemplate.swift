// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A request that purges, as a site writes it, with placeholders for what is purged.
package struct PurgeTemplate: Sendable, Hashable {
  package var method = HTTPValues.Method.post
  package var path: TemplateText
  package var fields: [Field] = []
  package var body: TemplateText

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: TemplateText
  }
}

/// A text with placeholders such as `{tags}`; braces around anything but a name are just braces.
package struct TemplateText: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  package enum Placeholder: Sendable, Hashable {
    /// One tag; a request is sent for each.
    case tag
    /// All tags, with blanks between them.
    case tags
    /// All tags as strings of JSON, with commas between them.
    case tagList
    case path
    /// The whole public URL of the path.
    case url
    /// The host of public URLs.
    case host
    case prefix
    /// `1` for a soft purge, and nothing for a hard one.
    case soft
    /// The value of an environment variable that `secret` names.
    case secret(part: String)

    static let plain: [String: Placeholder] = [
      "tag": .tag, "tags": .tags, "tagList": .tagList, "path": .path, "url": .url, "host": .host,
      "prefix": .prefix, "soft": .soft, "secret": .secret(part: ""),
    ]

    /// The name between braces.
    var name: String {
      switch self {
      case .secret(part: ""): "secret"
      case .secret(let part): "secret.\(part)"
      default: Placeholder.plain.first { $0.value == self }?.key ?? ""
      }
    }

    /// The placeholder of a name between braces.
    init?(_ name: String) {
      if let placeholder = Placeholder.plain[name] {
        self = placeholder
      } else if name.hasPrefix("secret."), name.utf8.count > 7 {
        self = .secret(part: String(name.dropFirst(7)))
      } else {
        return nil
      }
    }
  }

  package let parts: [Part]

  package var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
  }

  /// Reads a text, or returns the first name between braces that is no placeholder.
  static func reading(_ text: String) -> (text: TemplateText?, unknown: String?) {
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
      guard let placeholder = Placeholder(String(name)) else {
        return (nil, String(name))
      }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = ""
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: name.endIndex)...]
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(plain)) }
    return (TemplateText(parts: parts), nil)
  }

  /// The empty text.
  package static let empty = TemplateText(parts: [])

  /// The text as a file writes it.
  var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): "{\(placeholder.name)}"
      }
    }
    .joined()
  }
}
