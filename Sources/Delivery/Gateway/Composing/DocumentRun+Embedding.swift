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

// An embedded document is composed for the same audience, in the same run: it shares the one
// deadline, and the stored answers of services. That embedding ends is checked when an edition is
// made.
extension DocumentRun {
  /// Composes the body of an embedded document and calls `then`.
  func embed(
    _ embed: EmbedRequest,
    then: @escaping (EmbeddedBody) -> Void
  ) -> (any UnderWay)? {
    guard let target = ContentTarget(embed, in: builder.edition) else {
      then(.failure(.shared))
      return nil
    }
    guard !builder.publication.hides(embed.path) else {
      then(EmbeddedBody(tags: builder.tagsAbout(target)))
      return nil
    }
    let key = request.key.about(target)
    let inner = builder.edition.planned(target.number).map {
      AnswerRequest($0, target, key, in: request)
    }
    guard let inner, let prepared = composer.prepared(inner, builder) else {
      then(plainBody(of: target, key, builder))
      return nil
    }
    let run = DocumentRun(inner, prepared, builder, for: composition, in: self, then: then)
    run.begin()
    return run
  }

  /// The embedded body, once the plan of this document has run.
  func body(_ outcome: PlanOutcome) -> EmbeddedBody {
    let composed: ComposedBody
    switch outcome {
    case .body(let body): composed = body
    case .absent(_, let absence):
      return EmbeddedBody(
        tags: builder.tagsAbout(request.target) + absence.tags,
        absence.freshness.joined(with: own)
      )
    case .failure(_, let failure): return .failure(failure.privacy)
    }
    var body = EmbeddedBody(tags: tags + composed.tags, own)
    body.fill(composed.bytes, url: builder.url(of: request.target, request.key))
    body.freshness.join(composed.freshness)
    body.missing = composed.missing
    body.stale = composed.stale
    return body
  }

  /// The body of a document without a plan, or its absence for this audience.
  private func plainBody(
    of target: ContentTarget,
    _ key: AnswerKey,
    _ builder: AnswerBuilder
  ) -> EmbeddedBody {
    let resolved = builder.resolved(key, target.view)
    var body = EmbeddedBody(
      tags: builder.tagsAbout(target) + resolved.tags,
      builder.freshness(of: resolved, isByAddress: key.isByAddress)
    )
    do throws(DataFileError) {
      switch resolved.outcome {
      case .body(let members):
        let whole = try AnswerFormat.json.bytes(of: members)
        body.fill(Array(whole.dropFirst().dropLast()), url: builder.url(of: target, key))
      case .unavailableLanguage, .unavailableHere: break
      case .unreadable(let error): throw error
      }
      return body
    } catch {
      composer.counters.found(.document, at: target.path, error)
      return .failure(.shared)
    }
  }
}

extension EmbeddedBody {
  /// Makes an empty body with the tags and the freshness that are known before the plan has run.
  fileprivate init(tags: [String], _ freshness: Freshness = .unlimited) {
    self.init()
    self.freshness = freshness
    self.tags = tags
  }

  /// Sets a document's members, with the document's own URL.
  fileprivate mutating func fill(_ members: [UInt8], url: String) {
    var bytes = [UInt8(ascii: "{")] + members
    if !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes += "\"_url\":".utf8
    bytes.appendJSON(url)
    bytes.append(UInt8(ascii: "}"))
    self.bytes = bytes
  }
}

extension AnswerBuilder {
  /// The link to a document for the audience of a key.
  fileprivate func url(of target: ContentTarget, _ key: AnswerKey) -> String {
    links(of: key).url(
      of: target.path,
      for: AudienceToken(key.audience, preview: key.preview),
      in: edition
    )
  }
}

extension AnswerKey {
  /// The key of another document for the same audience and form.
  func about(_ target: ContentTarget) -> AnswerKey {
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
  /// Makes the target of an embedded document, without parameters; `nil` if there is none.
  convenience init?(_ embed: EmbedRequest, in edition: Edition) {
    guard let found = edition.target(of: embed.path.utf8Span.span) else { return nil }
    let document = edition.planned(found.number)
    self.init(
      found.number,
      path: embed.path,
      values: found.values,
      view: BodyView(isLight: embed.isLight),
      defaultsOf: document
    )
  }
}
