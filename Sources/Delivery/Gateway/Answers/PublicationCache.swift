// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import Plans

/// The body of a document before its plan has run.
final class DocumentTemplate {
  let template: Template
  let resolved: ResolvedDocument
  /// The values that the body expects in the answers of calls, by the calls' numbers.
  private let shapes: [Int: AnswerShape]
  /// The facts of its answers in the forms that they were asked for, which are few.
  private var facts: [(form: Form, facts: SharedAnswer.Facts)] = []

  private struct Form: Equatable {
    let format: AnswerFormat
    let codings: AnswerCodings
    let variesByFields: Bool
  }

  init(_ template: Template, _ resolved: ResolvedDocument, _ shapes: [Int: AnswerShape]) {
    self.template = template
    self.resolved = resolved
    self.shapes = shapes
  }

  /// Returns the first value of an answer that is not as the body expects.
  func breach(of fragment: Fragment, to request: CallRequest) -> ShapeBreach? {
    shapes[request.call]?.breach(of: fragment.document)
  }

  /// The facts of the answers in the form that is asked for.
  func facts(for request: AnswerRequest, _ builder: AnswerBuilder) -> SharedAnswer.Facts {
    let form = Form(
      format: request.key.format,
      codings: request.key.codings,
      variesByFields: request.key.variesByFields
    )
    for index in facts.indices where facts[index].form == form { return facts[index].facts }
    let made = builder.facts(of: request.key, resolved)
    facts.append((form, made))
    return made
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
    let linkSuffix: String
  }

  private let publication: Publication
  private var revisions: [DocumentNumber: DocumentRevision] = [:]
  private var templates: [TemplateKey: DocumentTemplate] = [:]

  init(_ publication: Publication) { self.publication = publication }

  /// The revision of a document, which is a part of its answers' cache keys.
  func revision(of number: DocumentNumber) -> DocumentRevision {
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
