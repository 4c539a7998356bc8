// SPDX-License-Identifier: Apache-2.0

import Composition
import ContentModel
import ContentResolution
import DataFiles
import Edges
import Editions
import HTTPValues
import Plans
import Reactor

// A document that stands in another is made for the same audience, in the same run: it has its part of
// the one deadline, and shares the answers of services with all others. That it ends is proven when an
// edition is made.
extension PlanComposer {
  /// The body of a document that stands in the one that is asked for.
  func embedded(
    _ embed: EmbedRequest,
    in outer: PlannedRequest,
    _ maker: AnswerMaker,
    _ deadline: Instant,
    _ log: CallLog
  ) async -> EmbeddedBody {
    let edition = maker.edition
    guard let found = edition.target(of: embed.path.utf8Span.span) else { return .failure }
    guard !maker.publication.overlay.hides(embed.path) else { return EmbeddedBody() }
    let target = ContentTarget(
      found.number,
      path: embed.path,
      values: found.values,
      isLight: embed.isLight,
      in: edition
    )
    guard let document = edition.planned(found.number) else {
      return plainBody(of: target, for: outer, maker)
    }
    let request = PlannedRequest(document, target, outer.key.about(target), in: outer)
    guard let prepared = prepared(request, maker) else {
      return plainBody(of: target, for: outer, maker)
    }
    let (composition, inputs) = await run(request, prepared, maker, deadline, log)
    let composed: ComposedBody
    switch composition {
    case .body(let body): composed = body
    case .absent(_, let absence): return EmbeddedBody(absence)
    case .failure: return .failure
    }
    var body = EmbeddedBody(prepared.resolved, path: embed.path)
    body.bytes = [UInt8(ascii: "{")] + composed.bytes + [UInt8(ascii: "}")]
    if let expire = composed.expire { body.expire = min(body.expire ?? expire, expire) }
    body.tags = body.tags.map { FragmentSource.filled($0, inputs.route) } + composed.tags
    body.missing = composed.missing
    body.stale = composed.stale
    return body
  }

  /// A document without a plan, or that there is none for this audience.
  private func plainBody(
    of target: ContentTarget,
    for outer: PlannedRequest,
    _ maker: AnswerMaker
  ) -> EmbeddedBody {
    let resolved = maker.resolved(outer.key.about(target), target.view)
    var body = EmbeddedBody(resolved, path: target.path)
    if case .body(let members) = resolved.outcome {
      body.bytes = AnswerFormat.json.bytes(of: members)
    }
    return body
  }
}

extension EmbeddedBody {
  /// There is nothing of what the document is about.
  fileprivate init(_ absence: Absence) {
    self.init()
    expire = absence.expire
    tags = absence.tags
  }

  /// What is known of a document before its plan has run.
  fileprivate init(_ resolved: ResolvedDocument, path: String) {
    self.init()
    expire = resolved.window.expire
    tags = [EdgeTags.document(path)] + resolved.tags
  }
}

extension AnswerKey {
  /// The same audience and form, of another document.
  fileprivate func about(_ target: ContentTarget) -> AnswerKey {
    var key = self
    key.document = target.number
    key.values = target.values
    key.parameters = target.parameters
    key.isLight = target.view.isLight
    key.fields = nil
    return key
  }
}

extension ContentTarget {
  /// A document that stands in another: nothing is asked of it.
  init(
    _ number: DocumentNumber,
    path: String,
    values: [String],
    isLight: Bool,
    in edition: Edition
  ) {
    let document = edition.planned(number)
    let plan = document?.plan
    self.number = number
    self.path = path
    self.values = values
    token = nil
    format = nil
    view = BodyView(isLight: isLight)
    query = VisitorClaims.Claim()
    parameters = (plan?.parameters ?? []).map { $0.fallback ?? "" }
    flow = ContentTarget.defaults(of: document)
    list = plan?.list.map { ListQuery($0) }
    fault = nil
  }
}
