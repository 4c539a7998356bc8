// SPDX-License-Identifier: Apache-2.0

import Composition
import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPValues
import JSONValues
import Plans
import Reactor

/// Composes the answers of documents with plans; it lives on a loop.
final class PlanComposer {
  /// Templates that are kept at most; when there are more, all go, and the hot ones are back at once.
  private static let maximumTemplates = 512
  /// How long an answer is good that lacks something: long enough for a CDN to shield us.
  private static let degradedSeconds: Int64 = 5

  private struct TemplateKey: Hashable {
    let document: DocumentNumber
    let audience: Audience
    let preview: UnixTime?
    let view: BodyView
  }

  /// What a document is before its plan has run.
  struct Prepared {
    let template: Template
    let resolved: ResolvedDocument
  }

  private let fragments: FragmentSource
  private let core: LoopCore
  private let counters: GatewayCounters
  private var templates: [TemplateKey: Prepared] = [:]

  init(_ fragments: FragmentSource, _ counters: GatewayCounters, on core: LoopCore) {
    self.counters = counters
    self.fragments = fragments
    self.core = core
  }

  /// Forgets what follows from an edition.
  func forgetTemplates() { templates = [:] }

  /// The answer to a request, with its tags, or what came of it instead.
  func answer(
    to request: PlannedRequest,
    _ maker: AnswerMaker,
    _ log: CallLog
  ) async throws(PlanFailure) -> (answer: SharedAnswer, tags: [String]) {
    guard let prepared = prepared(request, maker) else { return refusal(of: request, maker) }
    let resolved = prepared.resolved
    let begun = core.now
    let (composition, inputs) = await run(request, prepared, maker, .distantFuture, log)
    let duration = (core.now - begun).nanoseconds
    switch composition {
    case .failure(let call, let reason):
      counters.planned(.failed, nanoseconds: duration)
      throw PlanFailure(call: call, reason: reason)
    case .absent(let call, let absence):
      counters.planned(.absent, nanoseconds: duration)
      throw PlanFailure(call: call, absence)
    case .body(let body):
      counters.planned(body.isDegraded ? .degraded : .whole, nanoseconds: duration)
      return finished(body, request, resolved, inputs, maker)
    }
  }

  /// Runs a document's plan, no longer than its budget and a deadline allow.
  func run(
    _ request: PlannedRequest,
    _ prepared: Prepared,
    _ maker: AnswerMaker,
    _ latest: Instant,
    _ log: CallLog
  ) async -> (Composition, PlanInputs) {
    let plan = request.document.plan
    let inputs = request.inputs(prepared.resolved, maker, on: core.loop)
    let deadline = min(latest, core.now + plan.budget)
    let confined = LoopConfined(
      (composer: self, request: request, maker: maker, log: log),
      to: core.loop.number
    )
    let composition = await PlanRun(plan, prepared.template, inputs).run(
      known: { fragments.known($0, log) },
      fetch: { call in
        let (composer, _, _, log) = confined.value
        return await composer.fragments.fetch(call, inputs: inputs, until: deadline, log)
      },
      embed: { embed in
        let (composer, request, maker, log) = confined.value
        return await composer.embedded(embed, in: request, maker, deadline, log)
      }
    )
    return (composition, inputs)
  }

  func prepared(_ request: PlannedRequest, _ maker: AnswerMaker) -> Prepared? {
    let key = TemplateKey(
      document: request.key.document,
      audience: request.key.audience,
      preview: request.key.preview,
      view: request.target.view
    )
    // What is chosen by the time of day is chosen anew in every window of freshness.
    if let known = templates[key], known.resolved.window.expire > maker.now { return known }
    let resolved = maker.resolved(request.key, request.target.view)
    guard case .body(let body) = resolved.outcome else { return nil }
    var reader = TemplateReader(
      request.document.plan,
      texts: resolved.texts,
      flows: resolved.flows
    )
    let prepared = Prepared(template: reader.template(body), resolved: resolved)
    if templates.count >= PlanComposer.maximumTemplates { templates = [:] }
    templates[key] = prepared
    return prepared
  }

  private func refusal(
    of request: PlannedRequest,
    _ maker: AnswerMaker
  ) -> (answer: SharedAnswer, tags: [String]) {
    (maker.answer(to: request.key, request.target, request.edge), [])
  }

  private func finished(
    _ body: ComposedBody,
    _ request: PlannedRequest,
    _ resolved: ResolvedDocument,
    _ inputs: PlanInputs,
    _ maker: AnswerMaker
  ) -> (answer: SharedAnswer, tags: [String]) {
    var draft = maker.draft(of: request.key, request.target, resolved, request.edge)
    draft.expire = min(draft.expire, body.expire ?? draft.expire)
    let missing = body.missing + body.stale
    if body.isDegraded {
      draft.isDegraded = true
      let limit = maker.now.seconds + PlanComposer.degradedSeconds
      draft.expire = min(draft.expire, UnixTime(seconds: limit))
      draft.fields.append("degraded", missing.joined(separator: ", "))
    }
    var labels = maker.labels(resolved, draft.expire)
    if body.isDegraded {
      let names = missing.map { DataValue(.string($0)) }
      labels.insert(DataDictionary.Member("_degraded", DataValue(.array(names))), at: 0)
    }
    draft.body = PlanComposer.written(
      PlanComposer.whole(body.bytes, labels),
      as: request.key.format
    )
    draft.tags = draft.tags.map { FragmentSource.filled($0, inputs.route) }
    for tag in body.tags where !draft.tags.contains(tag) { draft.tags.append(tag) }
    let tags = draft.tags
    return (draft.encoded(), tags)
  }

  /// The members of a body and its labels as one object.
  private static func whole(
    _ members: [UInt8],
    _ labels: [DataDictionary.Member]
  ) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    bytes += members
    for label in labels {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(label.key)
      bytes.append(UInt8(ascii: ":"))
      try? JSONWriter().write(label.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// JSON in the format that is asked for.
  private static func written(_ json: [UInt8], as format: AnswerFormat) -> [UInt8] {
    guard format != .json else { return json }
    guard let value = try? DataValue(reading: json.span, as: .json),
      case .dictionary(let dictionary) = value.content
    else {
      // Two members of a service's answer may have one name, which no property list can say.
      return format.bytes(of: DataDictionary())
    }
    return format.bytes(of: dictionary)
  }
}
