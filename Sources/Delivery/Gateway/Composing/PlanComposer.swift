// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPValues
import JSONValues
import Plans
import Reactor
import Sites

/// Composes the answers of documents with plans; it belongs to a loop.
final class PlanComposer {
  let fragments: FragmentSource
  let core: LoopCore
  let counters: GatewayCounters

  init(_ fragments: FragmentSource, _ counters: GatewayCounters, on core: LoopCore) {
    self.counters = counters
    self.fragments = fragments
    self.core = core
  }

  /// An answer with its tags, or the failure of its plan.
  typealias Outcome = Result<(answer: SharedAnswer, tags: [String]), PlanFailure>

  /// Composes the answer to a visit and calls `then`, possibly before this returns.
  @discardableResult
  func compose(_ visit: PlannedVisit, then: @escaping (Outcome) -> Void) -> any UnderWay {
    let composing = Composing(visit, by: self, then: then)
    composing.begin()
    return composing
  }

  /// The template of a document's body for an audience; `nil` if there is no body for it.
  func prepared(_ request: PlannedRequest, _ builder: AnswerBuilder) -> DocumentTemplate? {
    let key = PublicationCache.TemplateKey(
      document: request.key.document,
      audience: request.key.audience,
      preview: request.key.preview,
      view: request.target.view,
      linkSuffix: request.key.linkSuffix
    )
    // A body that was chosen by the time of day is chosen anew in every window of freshness, and where the clock
    // was set back.
    if let known = builder.cache[key], known.resolved.freshness.expire > builder.now,
      known.resolved.freshness.since <= builder.now
    {
      return known
    }
    let resolved = builder.resolved(request.key, request.target.view)
    guard case .body(let body) = resolved.outcome else { return nil }
    var reader = TemplateReader(
      request.document.plan,
      texts: resolved.texts,
      flows: resolved.flows
    )
    let template = reader.template(body)
    let datatype = builder.edition.draft(resolved.number).datatype
    let schema = builder.edition.site.datatypes[datatype]?.schema
    let shapes = template.shapes(by: schema, in: request.document.plan)
    let prepared = DocumentTemplate(template, resolved, shapes)
    builder.cache[key] = prepared
    return prepared
  }

  /// The answer of a document without a body for its audience.
  func refusal(of request: PlannedRequest, _ builder: AnswerBuilder) -> Outcome {
    do throws(DataFileError) {
      return .success(try builder.answer(to: request.key, request.target, request.edge))
    } catch {
      counters.found(.document, at: request.target.path, error)
      return .failure(unwritable(request, origin: .gateway, error))
    }
  }

  /// The answer of a body that a run has composed. Whether it was overtaken is looked at last, since encoding
  /// takes long.
  ///
  /// - Parameter called: the moment at which the last of the needed calls was over.
  func finished(
    _ body: ComposedBody,
    of run: PlanRunSource,
    since called: Instant
  ) -> Outcome {
    let outcome = answer(body, of: run, since: called)
    guard run.isOvertaken(run.tags + body.tags) else { return outcome }
    return answer(body, of: run, since: called, isOvertaken: true)
  }

  private func answer(
    _ body: ComposedBody,
    of run: PlanRunSource,
    since called: Instant,
    isOvertaken: Bool = false
  ) -> Outcome {
    let (request, builder, prepared) = (run.request, run.builder, run.prepared)
    var draft = builder.draft(
      of: request.key,
      request.target,
      prepared.resolved,
      prepared.facts(for: request.key, builder),
      request.edge
    )
    draft.freshness.join(body.freshness)
    if isOvertaken {
      draft.isOvertaken = true
      draft.freshness.join(.overtaken(at: UnixTime(seconds: core.wallSeconds)))
    }
    let missing = body.missing + body.stale
    if body.isDegraded {
      draft.isDegraded = true
      let limit = UnixTime(seconds: builder.now.seconds + Freshness.degradedSeconds)
      draft.freshness.join(Freshness(since: builder.now, expire: limit))
      draft.fields.append("degraded", missing.joined(separator: ", "))
    }
    var labels = builder.labels(prepared.resolved, draft.freshness.expire)
    if body.isDegraded {
      let names = missing.map { DataValue(.string($0)) }
      labels.insert(DataDictionary.Member("_degraded", DataValue(.array(names))), at: 0)
    }
    do throws(DataFileError) {
      let whole = try PlanComposer.whole(body.bytes, labels)
      if !builder.edition.draft(request.key.document).log.capture.isEmpty {
        let value = try DataValue(reading: whole.span, as: .json)
        if case .dictionary(let members) = value.content {
          draft.captured = builder.captured(by: request.target, members)
        }
      }
      draft.body = try PlanComposer.written(whole, as: request.key.format)
      builder.addHints(to: &draft, request.target) { whole }
    } catch {
      // Two members of a service's answer may have the same name, which property lists do not
      // allow.
      return .failure(unwritable(request, origin: .server, error))
    }
    if draft.mayBeKept {
      draft.tags = run.tags
      for tag in body.tags where !draft.tags.contains(tag) { draft.tags.append(tag) }
      draft.request = RenewableRequest(request, builder.links)
    }
    let tags = draft.tags
    if !isOvertaken { counters.phases.record(.compose, of: draft.facts.route, since: called) }
    return .success((draft.encoded(by: builder.encoder), tags))
  }

  private func unwritable(
    _ request: PlannedRequest,
    origin: FailureOrigin,
    _ error: DataFileError
  ) -> PlanFailure {
    PlanFailure(
      UnwritableBody(
        document: request.document.path,
        format: request.key.format,
        origin: origin,
        error: error
      )
    )
  }

  /// Joins the members of a body and its labels to one object.
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

  /// Converts JSON to the format that is asked for.
  private static func written(
    _ json: [UInt8],
    as format: AnswerFormat
  ) throws(DataFileError) -> [UInt8] {
    guard format != .json else { return json }
    return try format.bytes(of: DataValue(reading: json.span, as: .json))
  }
}

/// Composing of one answer, from its first run to its end. It belongs to a loop.
private final class Composing: UnderWay {
  private let visit: PlannedVisit
  private let composer: PlanComposer
  private let then: (PlanComposer.Outcome) -> Void
  /// The run that is under way, the first or the second.
  private var run: PlanRun?
  private var begun: Instant
  /// Whether composing may be repeated once because a part had a scheduled change before the end.
  private var mayRepeat = true

  init(
    _ visit: PlannedVisit,
    by composer: PlanComposer,
    then: @escaping (PlanComposer.Outcome) -> Void
  ) {
    self.visit = visit
    self.composer = composer
    self.then = then
    begun = composer.core.now
  }

  func begin() {
    let now = UnixTime(seconds: composer.core.wallSeconds)
    let builder = visit.site.builder(at: now)
    guard let prepared = composer.prepared(visit.request, builder) else {
      return then(composer.refusal(of: visit.request, builder))
    }
    begun = composer.core.now
    run = nil
    let source = PlanRunSource(visit.request, prepared, builder, for: visit, by: composer)
    let first = source.begin { [self] in end($0, of: source) }
    // The run may be over by now, and the second one be under way.
    run = run ?? first
  }

  private func end(_ composition: Composition, of source: PlanRunSource) {
    visit.forgetFetches()
    let counters = composer.counters
    let duration = composer.core.now.nanoseconds(since: begun)
    let called = max(begun, visit.log.latestEnd ?? begun)
    let route = visit.request.document.path
    counters.phases.record(.calls, of: route, nanoseconds: called.nanoseconds(since: begun))
    let own = source.own
    switch composition {
    case .failure(let call, let failure):
      counters.planned(.failed, nanoseconds: duration)
      then(.failure(PlanFailure(call: call, failure, atLeast: own.privacy)))
    case .absent(let call, let absence):
      counters.planned(.absent, nanoseconds: duration)
      var change = own.change
      if source.isOvertaken(visit.request.tags(of: absence)) {
        let now = UnixTime(seconds: composer.core.wallSeconds)
        change = min(change, Freshness.overtaken(at: now).change)
      }
      let limited = absence.limited(to: own.privacy, until: change)
      then(.failure(PlanFailure(call: call, limited)))
    case .body(let body):
      let finish = UnixTime(seconds: composer.core.wallSeconds)
      if mayRepeat, own.joined(with: body.freshness).change <= finish {
        mayRepeat = false
        return begin()
      }
      counters.planned(body.isDegraded ? .degraded : .whole, nanoseconds: duration)
      then(composer.finished(body, of: source, since: called))
    }
  }

  func cancel() {
    run?.cancel()
    visit.forgetFetches()
  }
}
