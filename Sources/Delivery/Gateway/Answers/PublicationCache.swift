// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import Plans

/// The body of a document before its plan has run.
final class DocumentTemplate {
  let template: Template
  let resolved: ResolvedDocument

  init(_ template: Template, _ resolved: ResolvedDocument) {
    self.template = template
    self.resolved = resolved
  }
}

/// Values computed once from a publication. Each loop has one cache for each publication, so that work
/// on an old publication never gets into a new one.
final class PublicationCache {
  /// Maximum number of templates; beyond it all are dropped, and those in use are soon made again.
  private static let maximumTemplates = 512

  struct TemplateKey: Hashable {
    let document: DocumentNumber
    let audience: Audience
    let preview: UnixTime?
    let view: BodyView
  }

  private let publication: Publication
  private var revisions: [DocumentNumber: [UInt8]] = [:]
  private var templates: [TemplateKey: DocumentTemplate] = [:]

  init(_ publication: Publication) { self.publication = publication }

  /// The revision of a document, which is a part of its answers' cache keys.
  func revision(of number: DocumentNumber) -> [UInt8] {
    if let known = revisions[number] { return known }
    let revision = publication.revision(of: number)
    revisions[number] = revision
    return revision
  }

  subscript(key: TemplateKey) -> DocumentTemplate? {
    get { templates[key] }
    set {
      if templates.count >= PublicationCache.maximumTemplates { templates = [:] }
      templates[key] = newValue
    }
  }
}
