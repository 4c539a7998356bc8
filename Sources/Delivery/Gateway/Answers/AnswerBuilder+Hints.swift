// SPDX-License-Identifier: Apache-2.0

// Hints are written when an answer is made, from what the crowd does, so that the answer is the same for all who
// ask for its URL, and its entity tag is that of its body alone. A document is named by the very URL that an app
// would ask for: one that stands in the body, or one that the gateway would write there. Where a body has many
// links to documents of one kind, such as a list of items, each is as likely as the others.

import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Learning
import Plans
import Sites

extension AnswerBuilder {
  /// The most links of a body that are looked at.
  private static let mostLinks = 256
  /// Longer URLs are not named.
  private static let longestURL = 2_048

  /// Adds the documents that visitors ask for next to the field Link (RFC 8288).
  ///
  /// - Parameter json: the body, in JSON.
  func addHints<Failure: Error>(
    to draft: inout AnswerDraft,
    _ target: ContentTarget,
    json: () throws(Failure) -> [UInt8]
  ) throws(Failure) {
    guard let settings = edition.site.hints, draft.mayBeKept else { return }
    let hints = hints(after: draft.facts.route)
    guard !hints.isEmpty else { return }
    let linked = links(in: try json(), besides: target)
    let token = shownToken(of: draft.key)
    var found: [(url: String, share: Double)] = []
    for hint in hints {
      let urls =
        linked[hint.route]
        ?? url(of: hint.route, token, links(of: draft.key), besides: target).map { [$0] } ?? []
      let share = hint.share / Double(max(1, urls.count))
      guard share * 100 >= settings.share else { continue }
      found += urls.map { ($0, share) }
    }
    let likeliest = found.enumerated().sorted {
      ($1.element.share, $0.offset) < ($0.element.share, $1.offset)
    }
    let values = likeliest.prefix(settings.most).map { _, hint in
      "<\(hint.url)>; rel=prefetch; pr=\(AnswerBuilder.hundredths(hint.share))"
    }
    if !values.isEmpty { draft.fields.append(FieldName(.link), values.joined(separator: ", ")) }
  }

  /// A share with two digits, such as `0.62`.
  private static func hundredths(_ share: Double) -> String {
    let whole = Int((min(1, max(0, share)) * 100).rounded())
    return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
  }

  /// The audience as far as it is in the URL of the answer itself, which is the same for all who differ in
  /// other ways.
  private func shownToken(of key: AnswerKey) -> AudienceToken? {
    let text = token(of: key)
    return text.isEmpty
      ? AudienceToken(key.audience, preview: key.preview) : token(named: text.utf8Span.span)
  }

  /// The URL of a document that has but one; `nil` for one that takes values, that tells more audiences apart
  /// than the answer does, that has no body for the audience, that is hidden, or that everybody asks for anyway.
  private func url(
    of route: String,
    _ token: AudienceToken?,
    _ links: LinkWriter,
    besides own: ContentTarget
  ) -> String? {
    guard let token, route != edition.site.config, let number = edition.number(of: route),
      number != own.number, !publication.hides(route)
    else { return nil }
    let (here, there) = (edition.classes(of: own.number), edition.classes(of: number))
    guard there.dimensions.allSatisfy(here.dimensions.contains),
      here.dependsOnLanguage || !there.dependsOnLanguage
    else { return nil }
    if let planned = edition.planned(number) {
      guard planned.names.isEmpty, planned.plan.parameters.isEmpty, planned.flow.names.isEmpty
      else { return nil }
    }
    guard
      case .body = edition.resolver.resolve(number, for: token.audience, at: token.preview ?? now)
    else { return nil }
    return links.url(of: route, for: token, in: edition)
  }

  /// The links of a body to other documents of the site, by the documents' paths as the site declares them.
  private func links(in json: [UInt8], besides own: ContentTarget) -> [String: [String]] {
    var found: [String: [String]] = [:]
    var scanner = LinkScanner(json, after: Array(edition.site.baseURL.utf8))
    for _ in 0..<AnswerBuilder.mostLinks {
      guard let link = scanner.next() else { break }
      guard link.url.utf8.count <= AnswerBuilder.longestURL,
        let target = target(of: link.path.span), target.fault == nil,
        target.path != edition.site.config
      else { continue }
      let isOwn = target.path == own.path && target.parameters == own.parameters
      let route = edition.draft(target.number).path
      guard !isOwn, found[route]?.contains(link.url) != true else { continue }
      found[route, default: []].append(link.url)
    }
    return found
  }
}

/// Finds the strings of a body in JSON that may be links to the site itself.
struct LinkScanner {
  private let json: [UInt8]
  /// The beginning of all links of the site, before their paths.
  private let base: [UInt8]
  private var index = 0

  init(_ json: [UInt8], after base: [UInt8]) {
    self.json = json
    self.base = base
  }

  /// The next link; `nil` at the end.
  mutating func next() -> (url: String, path: [UInt8])? {
    while let string = nextString() {
      guard string.count > base.count, string.starts(with: base),
        string[base.count] == UInt8(ascii: "/"), string.allSatisfy(LinkScanner.isOfURL)
      else { continue }
      return (String(decoding: string, as: UTF8.self), Array(string[base.count...]))
    }
    return nil
  }

  /// The next string that begins as links do; `nil` at the end.
  private mutating func nextString() -> [UInt8]? {
    let first = base.first ?? UInt8(ascii: "/")
    while index < json.count {
      guard json[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      index += 1
      let isWanted =
        index < json.count && (json[index] == first || json[index] == UInt8(ascii: "\\"))
      var string: [UInt8] = []
      while index < json.count, json[index] != UInt8(ascii: "\"") {
        // A slash may be escaped; a link has nothing else that is.
        if json[index] == UInt8(ascii: "\\") {
          index += 1
          guard index < json.count else { return nil }
          if json[index] != UInt8(ascii: "/") { string.append(UInt8(ascii: "\\")) }
        }
        if isWanted { string.append(json[index]) }
        index += 1
      }
      index += 1
      if isWanted { return string }
    }
    return nil
  }

  /// Whether a byte may stand in a URL between angle brackets.
  private static func isOfURL(_ byte: UInt8) -> Bool {
    ASCII.isVisible(byte) && !"<>\"\\^`{|}".utf8.contains(byte)
  }
}
