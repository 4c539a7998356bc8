// SPDX-License-Identifier: Apache-2.0

package import CodeGeneration
import ContentModel
package import ContentResolution
package import DataFiles
package import Localization
import Plans
package import Sites
import Synchronization

/// An immutable snapshot of a site, checked and compiled; swapped in whole.
package final class Edition: Sendable {
  /// The first bytes of the digest of everything in it: equal content, equal name.
  package let name: String
  package let site: SiteSettings
  package let texts: SiteTexts
  package let matcher: LanguageMatcher
  package let space: AudienceSpace
  package let words: TokenWords
  package let resolver: Resolver
  /// The locks of the versions of apps that are in use.
  package let locks: [VersionLock]
  /// The warnings of the check, which do not keep the edition from being published.
  package let warnings: [Finding]
  /// In the order of their paths; a document's place here is its number.
  package let drafts: [DocumentDraft]
  let sources: [DocumentSource]
  let routes: RouteTable
  package let redirects: RedirectTable
  /// By the number of the document; empty where no document has a plan.
  private let planned: [PlannedDocument?]
  /// Whether links carry anything to any document.
  let hasFlows: Bool
  /// The classes of audiences that sets of documents tell apart, each set once.
  let classes: [AudienceClasses]
  package let classesOfDocument: [UInt32]
  private let revisions = Mutex(RevisionTable())

  init(
    name: String,
    linkage: Linkage,
    sources: [DocumentSource],
    profiles: ProfileTable,
    reach: ReachTable,
    locks: [VersionLock],
    warnings: [Finding]
  ) {
    self.name = name
    site = linkage.site
    texts = linkage.texts
    matcher = linkage.matcher
    space = linkage.space
    words = linkage.words
    drafts = linkage.drafts
    self.sources = sources
    routes = linkage.routes
    redirects = RedirectTable(linkage.site.redirects)
    var planned = linkage.drafts.map(\.planned)
    // A document that carries values is composed, even without calls of its own.
    for index in linkage.flowTable.carried.keys {
      let draft = linkage.drafts[index]
      planned[index] = PlannedDocument(
        draft.planned?.plan ?? Plan(),
        path: draft.path,
        flow: linkage.flowTable.names(of: index)
      )
    }
    self.planned = planned.contains { $0 != nil } ? planned : []
    hasFlows = !linkage.flowTable.carried.isEmpty
    self.locks = locks
    self.warnings = warnings
    resolver = Resolver(
      paths: linkage.drafts.map(\.path),
      profiles: profiles.profiles,
      profileOfDocument: profiles.profileOfDocument,
      shapes: linkage.shapes,
      matcher: linkage.matcher
    )
    classes = reach.classes
    classesOfDocument = reach.classesOfDocument
  }

  package var documentCount: Int { drafts.count }

  package func number(of path: String) -> DocumentNumber? {
    let bytes = Array(path.utf8)
    return resolver.documents.find(bytes.span)?.number
  }

  /// The document that a path means: as its file calls it, or as requests do.
  package func number(meantBy path: String) -> DocumentNumber? {
    number(of: path) ?? target(of: path.utf8Span.span)?.number
  }

  /// The document that a path means, with what stands for the names in braces in the document's own
  /// path, in their order.
  package func target(
    of path: Span<UInt8>
  ) -> (number: DocumentNumber, values: [String])? {
    target(of: path, resolver.documents.begin(path))
  }

  /// The same, where the path has begun to be looked for.
  package func target(
    of path: Span<UInt8>,
    _ search: DocumentIndex.Search
  ) -> (number: DocumentNumber, values: [String])? {
    if let found = resolver.documents.find(path, search), !isRoute(found.number) {
      return (found.number, [])
    }
    return routes.match(path)
  }

  /// The documents that a path may mean once its names in braces are filled in, which only a request or a service
  /// does; `nil` where they are more than `limit`.
  func documents(meantBy path: String, atMost limit: Int) -> [DocumentNumber]? {
    guard path.utf8.contains(UInt8(ascii: "{")) else {
      return target(of: path.utf8Span.span).map { [$0.number] } ?? []
    }
    guard let pattern = RoutePattern(path) else { return nil }
    var found = routes.documents(meeting: pattern)
    let beginning = path.prefix { $0 != "{" }
    var (index, end) = (0, drafts.count)
    while index < end {
      let middle = (index + end) / 2
      if drafts[middle].path < beginning { index = middle + 1 } else { end = middle }
    }
    while index < drafts.count, drafts[index].path.hasPrefix(beginning), found.count <= limit {
      if pattern.isFilled(by: drafts[index].path) {
        found.append(DocumentNumber(rawValue: UInt32(index)))
      }
      index += 1
    }
    return found.count > limit ? nil : found
  }

  /// The plan of a document; `nil` for one that says everything itself.
  package func planned(_ number: DocumentNumber) -> PlannedDocument? {
    planned.isEmpty ? nil : planned[Int(number.rawValue)]
  }

  /// Whether a document's path has names in braces, which none without a plan has.
  private func isRoute(_ number: DocumentNumber) -> Bool {
    planned(number).map { !$0.names.isEmpty } ?? false
  }

  package func draft(_ number: DocumentNumber) -> DocumentDraft { drafts[Int(number.rawValue)] }

  /// Stands for the settings that the answers of all documents follow from.
  var settingsRevision: DocumentRevision {
    revisions.withLock { $0.settings(of: self) }
  }

  /// Stands for all that a document's answers follow from beside their requests, services and the emergency file.
  package func revision(of number: DocumentNumber) -> DocumentRevision {
    revisions.withLock { $0.revision(of: number, in: self) }
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

  /// The dimensions that a document and all that it leads to tell apart.
  package func classes(of number: DocumentNumber) -> AudienceClasses {
    classes[Int(classesOfDocument[Int(number.rawValue)])]
  }
}

/// The bytes of a document's file, read again whenever a body is made.
struct DocumentSource: Sendable {
  let bytes: [UInt8]
  let format: DataFormat

  func value() throws(DataFileError) -> DataValue {
    try DataValue(reading: bytes.span, as: format, rules: .documents)
  }
}

extension Edition {
  /// The class that the edition puts a visitor in.
  package func audience(of visitor: Visitor) -> Audience { words.audience(of: visitor) }

  /// Number of audiences that a document and all that it leads to tell apart, each language counted
  /// as one.
  package func audienceCount(of number: DocumentNumber) -> Int {
    BudgetCheck.count(of: classes(of: number), matcher)
  }

  /// By what a document and all it leads to tell visitors apart.
  package func dimensionNames(of number: DocumentNumber) -> [String] {
    let classes = classes(of: number)
    return (classes.dependsOnLanguage ? ["language"] : [])
      + classes.dimensions.map { words.title(of: $0) }
  }
}
