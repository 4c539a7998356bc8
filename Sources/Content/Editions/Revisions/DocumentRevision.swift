// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import Digests
import FileShapes
import Localization
import Sites

/// Stands for all that a document's answers follow from beside their requests, services and the emergency file:
/// its file, the settings, the texts that it names, the languages that it is complete in, and what the links in
/// it say and carry.
///
/// Purges compare it, and what is kept of a document is kept under it, over publications and restarts. It may
/// change without need, but the answers of two editions with the same one are the same.
package struct DocumentRevision: Sendable, Hashable {
  package let bytes: [UInt8]

  init(of text: RevisionText) { bytes = Array(SHA256.digest(of: text.bytes.span).prefix(16)) }
}

/// Parts of which no two lists are written alike.
struct RevisionText {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ part: [UInt8]) {
    bytes += "\(part.count) ".utf8
    bytes += part
  }

  mutating func add(_ part: String) { add(Array(part.utf8)) }
}

/// The revisions of an edition's documents, each made when it is first asked for.
struct RevisionTable {
  private var settings: DocumentRevision?
  private var documents: [DocumentNumber: DocumentRevision] = [:]
  /// Of the texts that documents share.
  private var texts: [String: DocumentRevision] = [:]
  /// Of the tokens in links to documents, by the numbers of their classes.
  private var tokens: [UInt32: DocumentRevision] = [:]

  /// Stands for the settings that all documents follow from.
  mutating func settings(of edition: Edition) -> DocumentRevision {
    RevisionTable.known(&settings) { $0.add(edition.site.shownInDocuments.written.json) }
  }

  mutating func revision(of number: DocumentNumber, in edition: Edition) -> DocumentRevision {
    if let known = documents[number] { return known }
    let draft = edition.draft(number)
    let source = edition.sources[Int(number.rawValue)]
    var text = RevisionText()
    text.add(settings(of: edition).bytes)
    text.add("\(source.format)")
    text.add(SHA256.digest(of: source.bytes.span))
    for key in Set(draft.texts.map(\.key)).sorted() { add(text: key, edition, to: &text) }
    if let coverage = edition.resolver.profile(of: number).coverage {
      for (index, tag) in edition.matcher.published.enumerated() {
        let isCovered = coverage.contains(LanguageIndex(rawValue: UInt8(index)))
        text.add("\(tag) \(isCovered)")
      }
    }
    add(linkTo: number, edition, to: &text)
    for link in Set(draft.links.map { RevisedLink($0) }).sorted() {
      text.add(link.path)
      // What stands in a document changes by itself, and answers have its tag.
      guard !link.isEmbed,
        let target = edition.target(of: link.path.utf8Span.span)?.number
          ?? edition.number(of: link.path)
      else { continue }
      text.add(edition.draft(target).path)
      add(linkTo: target, edition, to: &text)
    }
    if draft.path == edition.site.config { add(appsOf: edition, to: &text) }
    let revision = DocumentRevision(of: text)
    documents[number] = revision
    return revision
  }

  /// The document that apps begin with says what their versions must do.
  private mutating func add(appsOf edition: Edition, to text: inout RevisionText) {
    var settings = SiteSettings()
    settings.apps = edition.site.apps
    text.add(settings.written.json)
    for message in settings.apps.compactMap(\.gate?.message?.value) {
      add(text: message, edition, to: &text)
    }
  }

  private mutating func add(text key: String, _ edition: Edition, to text: inout RevisionText) {
    let revision = RevisionTable.known(&texts[key]) { text in
      text.add(key)
      // Whole values without references, whose descriptions say everything that is in them.
      for message in edition.texts.messages(of: key) { text.add("\(message, default: "-")") }
    }
    text.add(revision.bytes)
  }

  /// A link has the token of the document that it leads to, and carries values to it.
  private mutating func add(
    linkTo number: DocumentNumber,
    _ edition: Edition,
    to text: inout RevisionText
  ) {
    let classes = edition.classesOfDocument[Int(number.rawValue)]
    let revision = RevisionTable.known(&tokens[classes]) { text in
      for part in edition.classes[Int(classes)].meaning(in: edition.words) { text.add(part) }
    }
    text.add(revision.bytes)
    for part in edition.carried(to: Int(number.rawValue)) { text.add(part) }
  }

  private static func known(
    _ revision: inout DocumentRevision?,
    _ add: (inout RevisionText) -> Void
  ) -> DocumentRevision {
    if let revision { return revision }
    var text = RevisionText()
    add(&text)
    let made = DocumentRevision(of: text)
    revision = made
    return made
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
