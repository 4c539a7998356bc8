// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPValues
import JSONValues
import Plans
import Reactor
import Sites

/// Composes the answers of documents with plans; it lives on a loop.
final class PlanComposer {
  /// How long an answer is good that lacks something: long enough for a CDN to shield us.
  private static let degradedSeconds: Int64 = 5

  let fragments: FragmentSource
  let core: LoopCore
  let counters: GatewayCounters

  init(_ fragments: FragmentSource, _ counters: GatewayCounters, on core: LoopCore) {
    self.counters = counters
    self.fragments = fragments
    self.core = core
  }

  /// An answer with its tags, or what came of it instead.
  typealias Outcome = Result<(answer: SharedAnswer, tags: [String]), PlanFailure>

  /// Composes the answer to a request and tells `then`, which may be before this returns.
  @discardableResult
  func compose(
    _ request: PlannedRequest,
    _ context: PlanContext,
    then: @escaping (Outcome) -> Void
  ) -> (any UnderWay)? {
    let current = CurrentRun()
    let first = compose(request, context, in: current, mayRepeat: true, then: then)
    current.run = current.run ?? first
    return current
  }

  /// The run of a plan for one answer that is under way, be it the first or the second.
  private final class CurrentRun: UnderWay {
    var run: (any UnderWay)?

    func cancel() { run?.cancel() }
  }

  /// - Parameter mayRepeat: whether it is composed once more when something in it was to change before
  ///   it was finished.
  private func compose(
    _ request: PlannedRequest,
    _ context: PlanContext,
    in current: CurrentRun,
    mayRepeat: Bool,
    then: @escaping (Outcome) -> Void
  ) -> (any UnderWay)? {
    let builder = context.builder
    guard let prepared = prepared(request, builder) else {
      then(refusal(of: request, builder))
      return nil
    }
    let begun = core.now
    let inputs = request.inputs(prepared.resolved, builder, on: core.loop)
    let own = builder.freshness(of: request.key, prepared.resolved)
    return run(request, prepared, inputs, context) { [self] composition in
      let duration = (core.now - begun).nanoseconds
      switch composition {
      case .failure(let call, let failure):
        counters.planned(.failed, nanoseconds: duration)
        then(.failure(PlanFailure(call: call, failure, atLeast: own.privacy)))
      case .absent(let call, let absence):
        counters.planned(.absent, nanoseconds: duration)
        let limited = absence.limited(to: own.privacy, until: own.change)
        then(.failure(PlanFailure(call: call, limited)))
      case .body(let body):
        let finish = UnixTime(seconds: core.wallSeconds)
        if mayRepeat, own.joined(with: body.freshness).change <= finish {
          let later = context.moved(to: finish)
          current.run = compose(request, later, in: current, mayRepeat: false, then: then)
          return
        }
        counters.planned(body.isDegraded ? .degraded : .whole, nanoseconds: duration)
        then(finished(body, request, prepared.resolved, inputs, builder))
      }
    }
  }

  /// Runs a document's plan, no longer than its budget and the deadline of its context allow.
  @discardableResult
  func run(
    _ request: PlannedRequest,
    _ prepared: DocumentTemplate,
    _ inputs: PlanInputs,
    _ context: PlanContext,
    then: @escaping (Composition) -> Void
  ) -> PlanRun {
    let plan = request.document.plan
    var context = context
    context.deadline = min(context.deadline, core.now + plan.budget)
    context.paths += request.purgePaths
    let planSource = PlanRunSource(
      composer: self,
      request: request,
      inputs: inputs,
      context: context
    )
    let run = PlanRun(plan, prepared.template, inputs, from: planSource, then: then)
    run.begin()
    return run
  }

  func prepared(_ request: PlannedRequest, _ builder: AnswerBuilder) -> DocumentTemplate? {
    let key = PublicationCache.TemplateKey(
      document: request.key.document,
      audience: request.key.audience,
      preview: request.key.preview,
      view: request.target.view
    )
    // What is chosen by the time of day is chosen anew in every window of freshness.
    if let known = builder.cache[key], known.resolved.window.expire > builder.now { return known }
    let resolved = builder.resolved(request.key, request.target.view)
    guard case .body(let body) = resolved.outcome else { return nil }
    var reader = TemplateReader(
      request.document.plan,
      texts: resolved.texts,
      flows: resolved.flows
    )
    let prepared = DocumentTemplate(template: reader.template(body), resolved: resolved)
    builder.cache[key] = prepared
    return prepared
  }

  private func refusal(of request: PlannedRequest, _ builder: AnswerBuilder) -> Outcome {
    do throws(DataFileError) {
      return .success(try builder.answer(to: request.key, request.target, request.edge))
    } catch {
      counters.found(.document)
      return .failure(.unwritable)
    }
  }

  private func finished(
    _ body: ComposedBody,
    _ request: PlannedRequest,
    _ resolved: ResolvedDocument,
    _ inputs: PlanInputs,
    _ builder: AnswerBuilder
  ) -> Outcome {
    var draft = builder.draft(of: request.key, request.target, resolved, request.edge)
    draft.freshness.join(body.freshness)
    let missing = body.missing + body.stale
    if body.isDegraded {
      draft.isDegraded = true
      let limit = UnixTime(seconds: builder.now.seconds + PlanComposer.degradedSeconds)
      draft.freshness.join(Freshness(since: builder.now, expire: limit))
      draft.fields.append("degraded", missing.joined(separator: ", "))
    }
    var labels = builder.labels(resolved, draft.freshness.expire)
    if body.isDegraded {
      let names = missing.map { DataValue(.string($0)) }
      labels.insert(DataDictionary.Member("_degraded", DataValue(.array(names))), at: 0)
    }
    do throws(DataFileError) {
      draft.body = try PlanComposer.written(
        PlanComposer.whole(body.bytes, labels),
        as: request.key.format
      )
    } catch {
      // Two members of a service's answer may have one name, which no property list can say.
      return .failure(.unwritable)
    }
    if draft.mayBeKept {
      draft.tags =
        builder.tagsAbout(request.target)
        + resolved.tags.map { FragmentSource.filled($0, inputs.route) }
      for tag in body.tags where !draft.tags.contains(tag) { draft.tags.append(tag) }
    }
    let tags = draft.tags
    return .success((draft.encoded(by: builder.encoder), tags))
  }

  /// The members of a body and its labels as one object.
  private static func whole(
    _ members: [UInt8],
    _ labels: [DataDictionary.Member]
  ) throws(DataFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // The labels are short, and few.
    bytes.reserveCapacity(members.count + 256)
    bytes.append(UInt8(ascii: "{"))
    bytes += members
    for label in labels {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(label.key)
      bytes.append(UInt8(ascii: ":"))
      try JSONWriter().write(label.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// JSON in the format that is asked for.
  private static func written(
    _ json: [UInt8],
    as format: AnswerFormat
  ) throws(DataFileError) -> [UInt8] {
    guard format != .json else { return json }
    return try format.bytes(of: DataValue(reading: json.span, as: .json))
  }
}
