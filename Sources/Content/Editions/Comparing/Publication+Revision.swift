// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
import Digests
import Localization
import Sites

// Answers of documents with plans are kept over publications, and over restarts. They are kept under the
// revision of their document, so that what has changed is never found again and what has not stays.

extension Publication {
  /// Stands for all that a document's answers follow from beside their requests and services: as long
  /// as it is the same, the same services make the same answers.
  package func revision(of number: DocumentNumber) -> [UInt8] {
    let draft = edition.draft(number)
    let source = edition.sources[Int(number.rawValue)]
    var text = RevisionText()
    text.add(edition.siteDigest.bytes)
    text.add(draft.file)
    text.add(SHA256.digest(of: source.bytes.span))
    text.add(overlay.forced[draft.path] ?? "")
    text.add("\(overlay.ttl(of: draft))")
    addTexts(of: draft, to: &text)
    addLanguages(of: number, to: &text)
    for part in edition.carried(to: Int(number.rawValue)) { text.add(part) }
    addLinks(of: draft, to: &text)
    return Array(SHA256.digest(of: text.bytes.span).prefix(16))
  }

  private func addTexts(of draft: DocumentDraft, to text: inout RevisionText) {
    for key in Set(draft.texts.map(\.key)).sorted() {
      text.add(key)
      // Whole values without references, whose descriptions say everything that is in them.
      for message in edition.texts.messages(of: key) { text.add("\(message, default: "-")") }
    }
  }

  private func addLanguages(of number: DocumentNumber, to text: inout RevisionText) {
    guard let coverage = edition.resolver.profile(of: number).coverage else { return }
    for (index, tag) in edition.matcher.published.enumerated() {
      let isCovered = coverage.contains(LanguageIndex(rawValue: UInt8(index)))
      text.add("\(tag) \(isCovered)")
    }
  }

  /// Links carry tokens of the documents that they lead to; what stands in a document is a part of it.
  private func addLinks(of draft: DocumentDraft, to text: inout RevisionText) {
    var hasEmbeds = false
    for link in Set(draft.links.map { RevisedLink($0) }).sorted() {
      text.add(link.path)
      let target = edition.target(of: link.path.utf8Span.span)?.number
      if link.isEmbed {
        hasEmbeds = true
        // Which document a path with names in braces means is known only when they are filled in.
        let isOpen = link.path.utf8.contains(UInt8(ascii: "{"))
        let known = isOpen ? nil : target
        text.add(known.map { revision(of: $0) } ?? Array(edition.name.utf8))
      } else if let target = target ?? edition.number(of: link.path) {
        for part in edition.classes(of: target).meaning(in: edition.words) { text.add(part) }
        for part in edition.carried(to: Int(target.rawValue)) { text.add(part) }
      }
    }
    for pattern in overlay.hidden where hasEmbeds || pattern.mayMeet(linksOf: draft) {
      text.add(pattern.text)
    }
  }
}

/// A link as far as a revision knows it.
private struct RevisedLink: Hashable, Comparable {
  let path: String
  let isEmbed: Bool

  init(_ link: DocumentLink) {
    path = link.path
    isEmbed = link.role == .embed
  }

  static func < (one: RevisedLink, other: RevisedLink) -> Bool {
    (one.path, one.isEmbed ? 1 : 0) < (other.path, other.isEmbed ? 1 : 0)
  }
}

/// Parts of which no two lists are written alike.
private struct RevisionText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ part: [UInt8]) {
    bytes += "\(part.count) ".utf8
    bytes += part
  }

  mutating func add(_ part: String) { add(Array(part.utf8)) }
}
