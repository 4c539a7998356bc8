// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import DataFiles
import Edges
package import Editions
import Gateway
import Sites

extension PurgeOrder {
  /// The most documents among which a misspelled one is looked for.
  private static let maximumNames = 20_000

  /// Returns the order for what a site answers at a path or URL in any spelling, and the reason if nothing of the site
  /// matches; answers that are kept may match all the same.
  package func meant(
    at publication: Publication,
    seal: SiteSeal
  ) -> (order: PurgeOrder, nothing: String?) {
    switch key {
    case "tag":
      let isKnown =
        publication.declares(tag: text) || text == "records" || text.hasPrefix("records-")
      return (
        self, isKnown ? nil : nothing("no document declares the tag", publication.declaredTags)
      )
    case "document":
      let path = text.hasPrefix("/") ? String(text.dropFirst()) : text
      if publication.edition.number(meantBy: path) != nil { return (self, nil) }
      let address = PublicAddress(text, at: publication, seal: seal)
      if case .document = address.meaning { return (order(for: address), nil) }
      return (self, nothing("there is no document", paths(of: publication)))
    case "prefix":
      let (target, path, isKnown) = PublicAddress.prefix(text, at: publication, seal: seal)
      let order = PurgeOrder(
        self,
        [.paths(prefix: Array(path.utf8))],
        .prefix(target),
        as: body("prefix", "/\(path)")
      )
      return (order, isKnown ? nil : nothing("no document and no pass has a path that begins with"))
    case "path", "url":
      let address = PublicAddress(text, at: publication, seal: seal)
      guard case .nothing = address.meaning else { return (order(for: address), nil) }
      let known = paths(of: publication).map { "/\($0)" }
      return (order(for: address), nothing("no document and no pass answers at", known))
    default: return (self, nil)
    }
  }

  /// Purges an address here under every audience and in every format, and at edges by the URL and by tags.
  private func order(for address: PublicAddress) -> PurgeOrder {
    let name = EdgeTags.document(address.path)
    var tag = TagName(name)
    // No answer along a pass has a document's tag.
    if case .pass = address.meaning { tag = nil }
    return PurgeOrder(
      self,
      [.path(Array(address.path.utf8))] + (tag.map { [.tag($0)] } ?? []),
      .paths(address.urls, tags: tag == nil ? [] : [name]),
      as: body("path", "/\(address.path)")
    )
  }

  private func body(_ key: String, _ text: String) -> DataValue {
    .members([(key, .text(text)), ("hard", .boolean(!purge.isSoft))])
  }

  private func paths(of publication: Publication) -> [String] {
    publication.edition.drafts.prefix(PurgeOrder.maximumNames).map(\.path)
  }

  private func nothing(_ reason: String, _ known: some Sequence<String> = []) -> String {
    let near = Suggestion.nearest(to: text, among: known).map { "; did you mean \"\($0)\"?" }
    return "\(reason) \"\(text)\"\(near ?? "")"
  }
}
