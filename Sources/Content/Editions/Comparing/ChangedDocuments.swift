// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import FileShapes
import Localization
import Plans
import Sites

// A document's answers depend on its file, the settings, the texts that it names, the languages
// that it is complete in, and on what it and the documents that it links to tell apart and carry
// along flows, since its links contain both. Each is compared by itself, and no answer is made. A
// document may be reported without need, but one that is not reported is answered as before.
//
// An embedding document is not reported for a change of an embedded one: its answers have the tag
// of the embedded document.

/// The documents that one edition may answer otherwise than another did.
struct ChangedDocuments {
  /// By their paths, as their files call them; `nil`: all.
  let paths: Set<String>?

  init(from old: Edition, to new: Edition) {
    guard old !== new else {
      paths = []
      return
    }
    guard old.site.shownInDocuments == new.site.shownInDocuments else {
      paths = nil
      return
    }
    var search = ChangeSearch(old, new)
    search.compareDocuments()
    search.followLinks()
    search.compareConfig()
    paths = search.changed
  }
}

/// Goes through both editions' documents side by side.
private struct ChangeSearch {
  private let old: Edition
  private let new: Edition
  private let texts: Set<String>
  /// For the classes of each edition a number that is the same for the same meaning.
  private let meanings: (old: [Int], new: [Int])
  private(set) var changed: Set<String> = []
  /// Documents to which links are written otherwise: new ones, those that are gone, and those whose
  /// tokens say or whose links carry something else.
  private var moved: Set<String> = []

  init(_ old: Edition, _ new: Edition) {
    self.old = old
    self.new = new
    texts = new.texts.changedKeys(since: old.texts)
    var numbers: [[String]: Int] = [:]
    func number(_ meaning: [String]) -> Int {
      let number = numbers[meaning] ?? numbers.count
      numbers[meaning] = number
      return number
    }
    let before = old.classes.map { number($0.meaning(in: old.words)) }
    let now = new.classes.map { number($0.meaning(in: new.words)) }
    meanings = (before, now)
  }

  /// Looks at what is known of each document; both editions have them in the order of their paths.
  mutating func compareDocuments() {
    var (before, now) = (0, 0)
    while before < old.drafts.count || now < new.drafts.count {
      let gone = before < old.drafts.count ? old.drafts[before].path : nil
      let come = now < new.drafts.count ? new.drafts[now].path : nil
      guard let gone, let come, gone == come else {
        if let gone, come.map({ gone < $0 }) ?? true {
          note(moved: gone)
          before += 1
        } else if let come {
          note(moved: come)
          now += 1
        }
        continue
      }
      if meaning(ofOld: before) != meaning(ofNew: now)
        || old.carried(to: before) != new.carried(to: now)
      {
        note(moved: come)
      } else if isOther(before, now) || usesChangedText(now) {
        changed.insert(come)
      }
      before += 1
      now += 1
    }
  }

  /// Looks for links to what has moved.
  mutating func followLinks() {
    guard !moved.isEmpty else { return }
    meetRoutes()
    for draft in new.drafts where !changed.contains(draft.path) {
      let isFollowed = draft.links.contains { $0.role != .embed && isMoved($0.path) }
      if isFollowed { changed.insert(draft.path) }
    }
  }

  /// The document that apps begin with says more than its file.
  mutating func compareConfig() {
    let messages = new.site.apps.compactMap(\.gate?.message?.value)
    if old.site.apps != new.site.apps || messages.contains(where: texts.contains) {
      changed.insert(new.site.config)
    }
  }

  private mutating func note(moved path: String) {
    moved.insert(path)
    changed.insert(path)
  }

  private func meaning(ofOld number: Int) -> Int {
    meanings.old[Int(old.classesOfDocument[number])]
  }

  private func meaning(ofNew number: Int) -> Int {
    meanings.new[Int(new.classesOfDocument[number])]
  }

  /// Whether the file is another one, or a later step of a flow has other languages. Bytes that both
  /// editions share are not looked at.
  private func isOther(_ before: Int, _ now: Int) -> Bool {
    let (source, other) = (old.sources[before], new.sources[now])
    return source.format != other.format || source.bytes != other.bytes
      || old.coverage(of: before) != new.coverage(of: now)
  }

  private func usesChangedText(_ number: Int) -> Bool {
    !texts.isEmpty && new.drafts[number].texts.contains { texts.contains($0.key) }
  }

  /// A new path with names in braces may take requests from another one.
  private mutating func meetRoutes() {
    let patterns = moved.compactMap { RoutePattern($0) }
    guard !patterns.isEmpty else { return }
    for draft in new.drafts where draft.planned != nil {
      guard let pattern = RoutePattern(draft.path), patterns.contains(where: pattern.meets) else {
        continue
      }
      note(moved: draft.path)
    }
  }

  private func isMoved(_ path: String) -> Bool {
    moved.contains(path)
      || [old, new].contains { edition in edition.pathMeant(by: path).map(moved.contains) ?? false }
  }
}

extension Edition {
  fileprivate func coverage(of number: Int) -> LanguageSet? {
    resolver.profile(of: DocumentNumber(rawValue: UInt32(number))).coverage
  }

  /// The values that links carry to a document, wherever its files declare it.
  func carried(to number: Int) -> [String] {
    guard hasFlows, let document = planned(DocumentNumber(rawValue: UInt32(number))) else {
      return []
    }
    return document.flow.names.map { name in
      "\(name.name) \(name.maximumBytes) \(name.isRequired) \(name.fallback ?? "")"
        + (name.fallback == nil ? "" : " holds anyway")
    }
  }

  /// The path of the document that a path means, as its file calls it.
  fileprivate func pathMeant(by path: String) -> String? {
    target(of: path.utf8Span.span).map { draft($0.number).path }
  }
}
