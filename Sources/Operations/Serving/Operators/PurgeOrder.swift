// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import Bytes
package import Commands
package import ContentModel
import DataFiles
import Edges
package import FileShapes
import HTTPValues
import Purging

/// An order to purge what has a tag, a document, a path, a URL, a prefix or everything.
package struct PurgeOrder: Sendable {
  /// The kinds of purges, each as its command line option.
  package static let scopes = [
    Option("tag TAG", "Purge all answers with this tag"),
    Option("document PATH", "Purge a document, for all audiences"),
    Option("path PATH", "Purge this path, and all answers that embed its document"),
    Option("url URL", "The same for a public URL"),
    Option("prefix PATH", "Purge all paths that begin with this one"),
    Option("all", "Purge everything"),
  ]

  /// The members of an order.
  package struct Body: Sendable {
    fileprivate var tag: String?
    fileprivate var document: String?
    fileprivate var path: String?
    fileprivate var url: String?
    fileprivate var prefix: String?
    fileprivate var all: Bool?
    fileprivate var isHard = false
    fileprivate var samples: [String] = []
    fileprivate var site = SiteChoice.unsaid
    /// The order as it was read.
    fileprivate var text: [UInt8] = []
  }

  package static let shape = Shape.object(Body(), needsOneOf: scopes.map(\.name)) {
    Member("tag", \.tag, .text, "All answers with this tag.", examples: ["items"])
    Member("document", \.document, .text, "A document.", examples: ["screens/home"])
    Member(
      "path",
      \.path,
      .text,
      "A path, and all answers that embed its document.",
      examples: ["/items/7"]
    )
    Member("url", \.url, .text, "The same for a URL.")
    Member("prefix", \.prefix, .text, "All paths that begin so.", examples: ["/items/"])
    Member("all", \.all, .flag, "Everything.", examples: [true])
    Member("hard", \.isHard, .flag, "true to send nothing stale meanwhile.")
    Member(
      "samples",
      \.samples,
      Shape<String>.text.list(atMost: PurgeMachine.Limits.maximumProbes),
      "Public paths at which the purge is proved, too."
    )
    Member.site(\.site)
  }
  .adjusted { body, value, _, _ in body.text = value.json }

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
  init(_ order: PurgeOrder, _ scopes: [PurgeScope], _ target: Purge.Target, as body: DataValue) {
    self.body = body.json
    self.scopes = scopes
    purge = Purge(target, order.purge.strength, samples: order.purge.samples)
    (site, description, key, text) = (order.site, order.description, order.key, order.text)
  }

  package init(_ body: [UInt8]) throws(PlainError) {
    try self.init(try PurgeOrder.shape.order(body))
  }

  package init(_ order: Body) throws(PlainError) {
    let named = [
      ("tag", order.tag), ("document", order.document), ("path", order.path), ("url", order.url),
      ("prefix", order.prefix), ("all", order.all.map { _ in "" }),
    ].compactMap { key, text in text.map { (key, $0) } }
    guard named.count == 1, let (key, text) = named.first else {
      throw PlainError("expected one of \(PurgeOrder.scopes.map(\.name).joined(separator: ", "))")
    }
    let target: Purge.Target
    switch order.all {
    case true?: (scopes, target, description) = ([.everything], .everything, "everything")
    case false?: throw PlainError("\"all\" is false; expected true")
    case nil:
      (scopes, target) = try PurgeOrder.scopes(key, text)
      description = "\(key) \(text)"
    }
    (self.key, self.text, body) = (key, text, order.text)
    site = PurgeOrder.site(order.site, key, text)
    purge = Purge(
      target,
      order.isHard ? .hard : .soft,
      samples: order.samples.map { Purge.Target.path($0) }
    )
  }

  /// The site named, or the one to which a URL belongs.
  private static func site(_ choice: SiteChoice, _ key: String, _ text: String) -> SiteChoice {
    guard choice == .unsaid, key != "tag", let (scheme, rest) = parts(ofURL: text) else {
      return choice
    }
    return .owner(of: String(rest.prefix { !"/?#".contains($0) }), scheme)
  }

  private static func scopes(
    _ key: String,
    _ text: String
  ) throws(PlainError) -> ([PurgeScope], Purge.Target) {
    switch key {
    case "tag": return ([.tag(try tag(text, called: "tag"))], .tags([text]))
    case "document":
      let path = text.hasPrefix("/") ? String(text.dropFirst()) : text
      let name = EdgeTags.document(path)
      // The path purges the fragments of which its answers were made.
      let scopes = [.tag(try tag(name, called: "document")), PurgeScope.path(Array(path.utf8))]
      return (scopes, .tags([name]))
    case "prefix":
      return ([.paths(prefix: Array(cachePath(text).utf8))], .prefix(Purge.Target.path(text)))
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
  private static func scopes(ofPath text: String) -> ([PurgeScope], Purge.Target) {
    let path = cachePath(text)
    let name = EdgeTags.document(path)
    let tag = TagName(name)
    return (
      [.path(Array(path.utf8))] + (tag.map { [.tag($0)] } ?? []),
      .paths([Purge.Target.path(text)], tags: tag == nil ? [] : [name])
    )
  }

  private static func tag(_ text: String, called key: String) throws(PlainError) -> TagName {
    if let tag = TagName(text) { return tag }
    throw PlainError("\"\(text)\" is no \(key); expected 1 to \(TagName.maximumBytes) bytes")
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
