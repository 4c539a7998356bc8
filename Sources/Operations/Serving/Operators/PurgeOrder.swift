// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import Bytes
package import ContentModel
import DataFiles
import Edges
import HTTPValues
import Purging

/// A purge order: `{"tag": "item-7"}`, `{"document": "screens/home"}`, `{"path": "/items/7"}`,
/// `{"url": "https://www.example.com/items/7?view=light"}`, `{"prefix": "/items/"}` or `{"all":
/// true}`; with `"hard": true` to forbid stale responses, `"samples"` with paths to verify, and
/// `"site"` if there are several.
package struct PurgeOrder: Sendable {
  /// The kinds of purges, each with its command line option; `value` is `nil` for a plain flag.
  package static let scopes: [(name: String, value: String?, summary: String)] = [
    ("tag", "TAG", "Purge all answers with this tag"),
    ("document", "PATH", "Purge a document, for all audiences"),
    ("path", "PATH", "Purge this path, and all answers that embed its document"),
    ("url", "URL", "The same for a public URL"),
    ("prefix", "PATH", "Purge all paths that begin with this one"),
    ("all", nil, "Purge everything"),
  ]
  private static let scopeKeys = scopes.map(\.name)
  private static let others = ["hard", "samples", "site"]

  /// The site that the order names.
  package let site: SiteChoice
  /// The purge in the form that every edge gets.
  package let purge: Purge
  /// The entries of the gateway's own cache that are purged.
  package let scopes: [PurgeScope]
  /// A description for answers and logs.
  package let description: String
  /// The body of the order.
  package let body: [UInt8]
  /// The kind of the purge, and the text that says what is purged; empty for everything.
  let key: String
  let text: String

  /// Whether a tag is purged, whose entries the store knows the number of.
  package var isOfTag: Bool { scopes.contains { if case .tag = $0 { true } else { false } } }

  /// Purges the gateway's own cache; returns how many entries have the tag, if it is of one.
  @discardableResult
  package func apply(to store: AnswerStore, at now: Int64) -> Int? {
    scopes.map { store.purge($0, purge.strength, at: now) }.compactMap(\.entries).max()
  }

  /// The same order for other scopes and URLs.
  init(_ order: PurgeOrder, _ scopes: [PurgeScope], _ target: PurgeTarget, as body: DataValue) {
    self.body = body.json
    self.scopes = scopes
    purge = Purge(target, order.purge.strength, samples: order.purge.samples)
    (site, description, key, text) = (order.site, order.description, order.key, order.text)
  }

  package init(_ body: [UInt8]) throws(PlainError) {
    self.body = body
    let order = try PurgeOrder.members(of: body)
    for member in order.members
    where !(PurgeOrder.scopeKeys + PurgeOrder.others).contains(member.key) {
      throw PlainError(
        "\"\(member.key)\" means nothing; expected "
          + PurgeOrder.scopeKeys.joined(separator: ", ") + ", hard, samples or site"
      )
    }
    let named = order.members.filter { PurgeOrder.scopeKeys.contains($0.key) }
    guard named.count == 1, let scope = named.first else {
      throw PlainError(
        "expected one of \(PurgeOrder.scopeKeys.joined(separator: ", "))"
      )
    }
    let strength: PurgeStrength
    switch order["hard"]?.content {
    case nil, .bool(false): strength = .soft
    case .bool(true): strength = .hard
    default: throw PlainError("\"hard\" is neither true nor false")
    }
    let samples = try PurgeOrder.samples(order["samples"])
    site = try PurgeOrder.site(order["site"], scope)
    let target: PurgeTarget
    switch (scope.key, scope.value.content) {
    case ("all", .bool(true)):
      (scopes, target, description) = ([.everything], .everything, "everything")
      text = ""
    case ("all", _):
      throw PlainError("\"all\" is \(scope.value.kindName); expected true")
    case (_, .string(let text)):
      self.text = text
      (scopes, target) = try PurgeOrder.scopes(scope.key, text)
      description = "\(scope.key) \(text)"
    default:
      throw PlainError(
        "\"\(scope.key)\" is \(scope.value.kindName); expected a string"
      )
    }
    key = scope.key
    purge = Purge(target, strength, samples: samples)
  }

  private static func members(of body: [UInt8]) throws(PlainError) -> DataDictionary {
    let value: DataValue
    do {
      value = try DataValue(reading: body.span, as: .json)
    } catch {
      throw PlainError(
        "the body is no JSON: found \(error.seen), expected \(error.expected)"
      )
    }
    guard case .dictionary(let order) = value.content else {
      throw PlainError("the body is \(value.kindName); expected an object")
    }
    return order
  }

  /// Returns the site named, or the one to which a URL belongs.
  private static func site(
    _ value: DataValue?,
    _ scope: DataDictionary.Member
  ) throws(PlainError) -> SiteChoice {
    guard value == nil, scope.key != "tag", case .string(let text) = scope.value.content,
      let (scheme, rest) = parts(ofURL: text)
    else {
      guard let choice = SiteChoice(value) else {
        throw PlainError(SiteChoice.expectation)
      }
      return choice
    }
    return .owner(of: String(rest.prefix { !"/?#".contains($0) }), scheme)
  }

  private static func samples(_ value: DataValue?) throws(PlainError) -> [String] {
    guard let value else { return [] }
    let refusal = PlainError(
      "\"samples\" is no array of at most \(PurgeLimits.maximumProbes) paths"
    )
    guard case .array(let elements) = value.content,
      elements.count <= PurgeLimits.maximumProbes
    else { throw refusal }
    var samples: [String] = []
    for element in elements {
      guard case .string(let text) = element.content else { throw refusal }
      samples.append(PurgeTarget.path(text))
    }
    return samples
  }

  private static func scopes(
    _ key: String,
    _ text: String
  ) throws(PlainError) -> ([PurgeScope], PurgeTarget) {
    switch key {
    case "tag": return ([.tag(try tag(text, called: "tag"))], .tags([text]))
    case "document":
      let path = text.hasPrefix("/") ? String(text.dropFirst()) : text
      let name = EdgeTags.document(path)
      // The path purges the fragments of which its answers were made.
      let scopes = [.tag(try tag(name, called: "document")), PurgeScope.path(Array(path.utf8))]
      return (scopes, .tags([name]))
    case "prefix":
      return ([.paths(prefix: Array(cachePath(text).utf8))], .prefix(PurgeTarget.path(text)))
    case "url":
      guard let path = path(ofURL: text) else {
        throw PlainError(
          "\"\(text)\" is no URL; expected one such as https://www.example.com/items/7"
        )
      }
      return scopes(ofPath: path)
    default: return scopes(ofPath: text)
    }
  }

  /// Returns the scopes of a path: the entry itself, and by its tag all entries that include it.
  private static func scopes(ofPath text: String) -> ([PurgeScope], PurgeTarget) {
    let path = cachePath(text)
    let name = EdgeTags.document(path)
    let tag = TagName(name)
    return (
      [.path(Array(path.utf8))] + (tag.map { [.tag($0)] } ?? []),
      .paths([PurgeTarget.path(text)], tags: tag == nil ? [] : [name])
    )
  }

  private static func tag(_ text: String, called key: String) throws(PlainError) -> TagName {
    if let tag = TagName(text) { return tag }
    throw PlainError(
      "\"\(text)\" is no \(key); expected 1 to \(TagName.maximumBytes) bytes"
    )
  }

  /// Returns the part of a URL after the host; `nil` for an invalid URL.
  private static func path(ofURL text: String) -> String? {
    guard let (_, rest) = parts(ofURL: text) else { return nil }
    let path = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    return String(path.prefix { $0 != "#" })
  }

  /// Splits a URL after the scheme.
  private static func parts(ofURL text: String) -> (scheme: Scheme, rest: Substring)? {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let rest = text[mark.upperBound...]
    guard let first = rest.first, first != "/" else { return nil }
    switch text[..<mark.lowerBound].lowercased() {
    case "http": return (.http, rest)
    case "https": return (.https, rest)
    default: return nil
    }
  }

  /// Cache keys begin with the path without its leading slash and query.
  private static func cachePath(_ text: String) -> String {
    let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
    return String(path.prefix { $0 != "?" })
  }
}
