// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles
import Localization
import Sites

/// The changes between two editions by what people wrote: documents, texts and settings.
package struct PublicationDifference: Sendable {
  /// A text or a setting that is not what it was.
  package struct Item: Sendable, Equatable {
    package let name: String
    package let change: EditionDifference.Change
  }

  /// The names of the two editions.
  package let before: String
  package let after: String
  package let documents: EditionDifference
  /// In the order of their keys; a text has changed if it has in any language.
  package let texts: [Item]
  /// In the order of the keys of the settings, with dots between them.
  package let settings: [Item]

  package init(
    from old: Edition,
    to new: Edition,
    at now: UnixTime,
    links: LinkWriter,
    limits: EditionDifference.Limits = .whole
  ) {
    before = old.name
    after = new.name
    documents = EditionDifference(from: old, to: new, at: now, links: links, limits: limits)
    texts = new.texts.changedKeys(since: old.texts).sorted().map { key in
      let change: EditionDifference.Change =
        !new.texts.has(key) ? .removed : old.texts.has(key) ? .changed : .added
      return Item(name: key, change: change)
    }
    settings = PublicationDifference.items(old.site.written, new.site.written, at: "")
  }

  /// The keys of two dictionaries that differ; those in dictionaries of both are compared one by one.
  private static func items(_ old: DataValue, _ new: DataValue, at path: String) -> [Item] {
    guard old != new else { return [] }
    guard case .dictionary(let before) = old.content, case .dictionary(let after) = new.content
    else { return [Item(name: path, change: .changed)] }
    let keys = after.members.map(\.key) + before.members.map(\.key).filter { after[$0] == nil }
    return keys.flatMap { key -> [Item] in
      let name = path.isEmpty ? key : "\(path).\(key)"
      switch (before[key], after[key]) {
      case (let before?, let after?): return items(before, after, at: name)
      case (nil, _?): return [Item(name: name, change: .added)]
      case (_, nil): return [Item(name: name, change: .removed)]
      }
    }
  }
}
