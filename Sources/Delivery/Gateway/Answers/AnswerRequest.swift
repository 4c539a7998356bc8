// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Edges
import Editions
import HTTPValues
import Plans
import Reactor
import Services
import Sites

/// A request for a document with a plan, with everything that its answer depends on.
final class AnswerRequest: Sendable {
  let document: PlannedDocument
  private let draft: DocumentDraft
  /// The tag of the rollout that the document belongs to; empty without one.
  let rolloutTags: [String]
  let target: ContentTarget
  let key: AnswerKey
  let edge: TrustedEdge?
  /// The fit of the document to the visitor.
  let resolution: ResolutionOutcomes
  /// Stands for what was published when it was asked, as far as the answer follows from it.
  let revision: DocumentRevision
  /// The key of the answer in the store.
  let cacheKey: CacheKey

  init(
    _ document: PlannedDocument,
    _ asked: ContentRequest,
    _ key: AnswerKey,
    _ resolution: ResolutionOutcomes,
    _ builder: AnswerBuilder,
    in store: AnswerStore
  ) {
    self.document = document
    draft = builder.edition.draft(asked.target.number)
    rolloutTags = builder.links.tags
    target = asked.target
    self.key = key
    self.resolution = resolution
    edge = asked.edge
    revision = builder.cache.revision(of: key.document)
    cacheKey = store.key(
      key.bytes(
        path: asked.target.path,
        revision: revision.bytes,
        token: builder.token(of: key)
      )
    )
  }

  /// Makes the request for an embedded document.
  init(
    _ document: PlannedDocument,
    _ target: ContentTarget,
    _ key: AnswerKey,
    in outer: AnswerRequest
  ) {
    self.document = document
    draft = outer.draft
    rolloutTags = outer.rolloutTags
    self.target = target
    self.key = key
    resolution = ResolutionOutcomes()
    edge = outer.edge
    revision = outer.revision
    cacheKey = outer.cacheKey
  }

  /// The paths by which its fragments can be purged: its own, and that of the document's file.
  var purgePaths: [[UInt8]] {
    let own = Array(target.path.utf8)
    return document.path == target.path ? [own] : [own, Array(document.path.utf8)]
  }

  /// The values of the names in the document's path.
  private var route: NamedValues { NamedValues(document.names, target.values) }

  /// The values of parameters that the document declares for the log, without those of a body.
  var captured: [String] {
    draft.log.capture.isEmpty
      ? [] : CapturedValues.texts(draft.log, target.named(by: document), nil)
  }

  /// The tags of an answer that reports an absence: those that the answer itself would have, and
  /// those of the call.
  func tags(of absence: Absence) -> [String] {
    var tags = EdgeTags.about(target.path, file: document.path)
    tags += (draft.tags + rolloutTags).map { route.filling($0) }
    for tag in absence.tags where !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  /// The inputs of the plan.
  func inputs(_ resolved: ResolvedDocument, _ edition: Edition) -> PlanInputs {
    let plan = document.plan
    let inputs = PlanInputs()
    inputs.route = route
    for (parameter, value) in zip(plan.parameters, target.parameters) where !value.isEmpty {
      inputs.query[parameter.name] = value
    }
    inputs.flow = target.flow
    if let list = target.list, let declared = plan.list {
      inputs.list = list
      for (name, values) in list.told(declared) {
        if values.count == 1 {
          inputs.query[name] = values[0]
        } else {
          inputs.values[name] = values
        }
      }
    }
    let language =
      resolved.language ?? resolved.wantedLanguage ?? edition.site.languages.standard
      ?? edition.site.languages.published.first
    inputs.facts.language = language.map { "\($0)" }
    inputs.language = resolved.language ?? .undetermined
    let country = key.audience[.country]
    let named = plan.countries.first {
      country != 0 && edition.space.atom(ofCountry: $0) == country
    }
    inputs.facts.country = (named ?? plan.countries.first).map { "\($0)" }
    let device = key.audience[.device]
    let known = plan.devices.first { device != 0 && edition.space.atom(ofDevice: $0) == device }
    inputs.facts.device = (known ?? plan.devices.first)?.rawValue
    return inputs
  }
}

extension AnswerRequest {
  /// The URL of the page of this list that begins at an offset.
  func pageURL(at offset: Int, _ builder: AnswerBuilder, token: String) -> String {
    let query = target.canonicalQuery(of: document, builder.links, offset: offset)
    var url = builder.address(of: target.path, token)
    if let format = target.format { url += "\(format.suffix)" }
    return "\(url)?\(ListPages.parameter)=\(builder.pages.token(of: query, path: target.path))"
  }
}
