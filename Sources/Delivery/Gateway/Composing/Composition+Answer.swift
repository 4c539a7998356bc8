// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import DataFiles
import Editions
import HTTPValues
import JSONValues
import Plans
import Reactor
import Services
import Sites

/// Makes the answer of what a run has composed.
extension Composition {
  /// An answer with its tags, or the failure of its plan.
  typealias Composed = Result<(answer: SharedAnswer, tags: [String]), PlanFailure>

  /// The answer of a document without a body for its audience.
  func refusal(_ builder: AnswerBuilder) -> Composed {
    do throws(DataFileError) {
      return .success(try builder.answer(to: request.key, request.target, request.edge))
    } catch {
      composer.counters.found(.document, at: request.target.path, error)
      return .failure(unwritable(origin: .gateway, error))
    }
  }

  /// The answer of a body that a run has composed. Whether it was overtaken is looked at last, since encoding
  /// takes long.
  ///
  /// - Parameter called: the moment at which the last of the needed calls was over.
  func finished(
    _ body: ComposedBody,
    of run: DocumentRun,
    since called: Instant
  ) -> Composed {
    let outcome = answer(body, of: run, since: called)
    guard run.isOvertaken(run.tags + body.tags) else { return outcome }
    return answer(body, of: run, since: called, isOvertaken: true)
  }

  private func answer(
    _ body: ComposedBody,
    of run: DocumentRun,
    since called: Instant,
    isOvertaken: Bool = false
  ) -> Composed {
    let (builder, prepared) = (run.builder, run.prepared)
    var draft = builder.draft(
      of: request.key,
      request.target,
      prepared.resolved,
      prepared.facts(for: request, builder),
      request.edge
    )
    draft.freshness.join(body.freshness)
    if isOvertaken {
      draft.isOvertaken = true
      draft.freshness.join(.overtaken(at: composer.instant))
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
      let whole = try Composition.whole(body.bytes, labels)
      if !builder.edition.draft(request.key.document).log.capture.isEmpty {
        let value = try DataValue(reading: whole.span, as: .json)
        if case .dictionary(let members) = value.content {
          draft.captured = builder.captured(by: request.target, members)
        }
      }
      draft.body = try Composition.written(whole, as: request.key.format)
      builder.addHints(to: &draft, request.target) { whole }
    } catch {
      // Two members of a service's answer may have the same name, which property lists do not
      // allow.
      return .failure(unwritable(origin: .server, error))
    }
    if draft.mayBeKept {
      draft.tags = run.tags
      for tag in body.tags where !draft.tags.contains(tag) { draft.tags.append(tag) }
      draft.request = RenewableRequest(request, builder.links)
    }
    let tags = draft.tags
    if !isOvertaken {
      composer.counters.phases.record(.compose, of: draft.facts.route, since: called)
    }
    return .success((draft.encoded(by: builder.encoder), tags))
  }

  private func unwritable(origin: FailureOrigin, _ error: DataFileError) -> PlanFailure {
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
