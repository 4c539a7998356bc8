// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
package import Editions
import HTTPValues
import Plans
import Services
import Sites

/// A path or a URL as a person copies it, and what a site answers there: with scheme and host, an audience token, an
/// extension, a query and a fragment, or without, encoded or not.
package struct PublicAddress: Sendable {
  /// Kind of thing that answers at the address.
  package enum Meaning: Sendable {
    case document
    case pass
    case nothing
  }

  /// The paths of the URLs: with its query, without, and without its audience token and extension.
  package let urls: [String]
  package let meaning: Meaning
  /// The path by which answers are kept, without a slash before it: of a document without its token and extension.
  package let path: String

  package init(_ text: String, at publication: Publication, seal: SiteSeal) {
    let site = publication.edition.site
    let target = Purge.Target.path(PublicAddress.withoutOrigin(text, of: site))
    let plain = String(target.prefix { $0 != "?" })
    let asked = plain == target ? [target] : [target, plain]
    let whole = PublicAddress.normal(target.utf8.prefix { $0 != UInt8(ascii: "?") })
    let passes = site.passes.filter { !$0.isForTheRest }
    if passes.longest(covering: whole) != nil {
      (meaning, path, urls) = (.pass, String(whole.dropFirst()), asked)
      return
    }
    let base = PublicAddress.base(of: site)
    let own = PublicAddress.removing(base, from: whole)
    if let found = PublicAddress.document(at: own, publication.edition, seal) {
      let common = base + Purge.Target.path(found)
      (meaning, path) = (.document, found)
      urls = asked.contains(common) ? asked : asked + [common]
      return
    }
    meaning = site.passes.contains(where: \.isForTheRest) ? .pass : .nothing
    (path, urls) = (String(whole.dropFirst()), asked)
  }

  /// Removes scheme, host and fragment.
  private static func withoutOrigin(_ text: String, of site: SiteSettings) -> String {
    let address = text.prefix { $0 != "#" }
    if let mark = address.firstRange(of: "://") {
      return String(address[mark.upperBound...].drop { $0 != "/" && $0 != "?" })
    }
    let host = address.prefix { $0 != "/" && $0 != "?" }
    let isHost = !host.isEmpty && site.baseURL.hasSuffix("://\(host)")
    return String(isHost ? address.dropFirst(host.count) : address)
  }

  /// The path of the site's base URL, which the site itself does not see; empty for none.
  private static func base(of site: SiteSettings) -> String {
    guard let scheme = site.baseURL.firstRange(of: "://") else { return site.baseURL }
    return String(site.baseURL[scheme.upperBound...].drop { $0 != "/" })
  }

  private static func removing(_ base: String, from path: String) -> String {
    !base.isEmpty && path.hasPrefix("\(base)/") ? String(path.dropFirst(base.count)) : path
  }

  private static func normal(_ path: Substring.UTF8View) -> String {
    let bytes = Array(path)
    let policy = PathPolicy(keepsEncodedSlashes: true)
    guard case .changed(let normal) = NormalPath(bytes.span, policy: policy) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: normal, as: UTF8.self)
  }

  /// The path of the document that answers at a path.
  private static func document(
    at path: String,
    _ edition: Edition,
    _ seal: SiteSeal
  ) -> String? {
    var bytes = Array(path.utf8.dropFirst())
    if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let format = AnswerFormat.allCases.first { ContentTarget.asks(bytes.span, for: $0) }
    bytes.removeLast(format.map { $0.suffix.utf8CodeUnitCount } ?? 0)
    func found(_ bytes: [UInt8]) -> String? {
      edition.target(of: bytes.span).map { target in
        target.values.isEmpty
          ? edition.resolver.documents.path(of: target.number)
          : String(decoding: bytes, as: UTF8.self)
      }
    }
    if let whole = found(bytes) { return whole }
    guard let rest = PublicAddress.behindToken(bytes, edition, seal) else { return nil }
    return found(rest)
  }

  /// The bytes behind an audience token and its slash; `nil` where there is none.
  private static func behindToken(
    _ bytes: [UInt8],
    _ edition: Edition,
    _ seal: SiteSeal
  ) -> [UInt8]? {
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      TokenReader(edition.words, seal: seal).token(bytes.span.extracting(first: slash)) != nil
    else { return nil }
    return Array(bytes[(slash + 1)...])
  }

  /// The prefix by which answers are kept under a public prefix: behind its audience token, unless documents or passes
  /// have a path with that; and whether any of their paths may begin so.
  package static func prefix(
    _ text: String,
    at publication: Publication,
    seal: SiteSeal
  ) -> (target: String, path: String, isKnown: Bool) {
    let edition = publication.edition
    let target = Purge.Target.path(withoutOrigin(text, of: edition.site))
    let whole = normal(target.utf8.prefix { $0 != UInt8(ascii: "?") })
    let own = String(removing(base(of: edition.site), from: whole).dropFirst())
    let isPass = edition.site.passes.contains {
      $0.prefix.hasPrefix(whole) || whole.hasPrefix($0.prefix)
    }
    if isPass { return (target, String(whole.dropFirst()), true) }
    if isBegun(edition, own) { return (target, own, true) }
    guard let rest = behindToken(Array(own.utf8), edition, seal) else {
      return (target, own, false)
    }
    let path = String(decoding: rest, as: UTF8.self)
    return (target, path, isBegun(edition, path))
  }

  /// Whether the path of any document may begin with a text; names in braces stand for anything.
  private static func isBegun(_ edition: Edition, _ text: String) -> Bool {
    edition.drafts.contains { draft in
      let fixed = draft.path.utf8.prefix { $0 != UInt8(ascii: "{") }
      return fixed.starts(with: text.utf8)
        || fixed.count < draft.path.utf8.count && text.utf8.starts(with: fixed)
    }
  }
}

extension Publication {
  /// Whether a document, or a call of a plan, declares a tag; names in braces stand for anything.
  package func declares(tag: String) -> Bool {
    tag == "document" || tag.hasPrefix("rollout:")
      || edition.drafts.contains { draft in
        tag == "document:\(draft.path)" || draft.tags.contains { Publication.fits(tag, $0) }
          || (draft.planned?.plan.calls ?? []).contains { call in
            call.tags.contains { Publication.fits(tag, $0) }
          }
      }
  }

  private static func fits(_ tag: String, _ pattern: String) -> Bool {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern.lastIndex(of: "}"),
      open < close
    else { return tag == pattern }
    return tag.hasPrefix(pattern[..<open])
      && tag.hasSuffix(pattern[pattern.index(after: close)...])
  }

  /// The tags that documents and calls declare.
  package var declaredTags: Set<String> {
    Set(
      edition.drafts.flatMap { draft in
        draft.tags + (draft.planned?.plan.calls ?? []).flatMap(\.tags)
      }
    )
  }
}
