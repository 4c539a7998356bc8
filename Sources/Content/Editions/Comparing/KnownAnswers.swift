// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Localization
import Plans

// What a plan answers depends on what its services say, which nobody asks here. It is the same as long
// as all is the same that an edition says: the body with its holes, the texts and the links that fill
// them, the calls, and whatever documents stand in it.

/// The answers of an edition, as far as they are known before any service is asked.
final class KnownAnswers {
  let edition: Edition
  private let now: UnixTime
  private let links: LinkWriter
  private let reader: TokenReader
  /// The plans of documents as their files say them, once they were asked for.
  private var plans: [DocumentNumber: [UInt8]] = [:]

  init(_ edition: Edition, at now: UnixTime, _ links: LinkWriter) {
    self.edition = edition
    self.now = now
    self.links = links
    reader = TokenReader(edition.words, seal: OpenSeal())
  }

  /// What the visitors of a token are answered, which every edition can read, with all documents that
  /// stand in the answer.
  func answer(_ number: DocumentNumber, to token: String) -> [KnownAnswer] {
    let read = token.isEmpty ? nil : reader.token(token.utf8Span.span)
    var answers: [KnownAnswer] = []
    var waiting = [number]
    var seen: Set<DocumentNumber> = [number]
    while let next = waiting.popLast() {
      let resolved = edition.resolve(
        next,
        for: read ?? AudienceToken(Audience()),
        at: now,
        links: links
      )
      answers.append(KnownAnswer(resolved, in: edition, plan: plan(of: next)))
      guard case .body(let body) = resolved.outcome else { continue }
      for path in KnownAnswers.embeds(DataValue(.dictionary(body))) {
        if let found = edition.number(meantBy: path), seen.insert(found).inserted {
          waiting.append(found)
        }
      }
    }
    return answers
  }

  /// The plan of a document as its file says it, without the body that it fills.
  private func plan(of number: DocumentNumber) -> [UInt8] {
    if let known = plans[number] { return known }
    var plan: [UInt8] = []
    if edition.planned(number) != nil {
      let source = edition.sources[Int(number.rawValue)]
      let keys = PlanDeclaration.keysOfCalls
      if let value = try? DataValue(
        reading: source.bytes.span,
        as: source.format,
        rules: .documents
      ),
        case .dictionary(let file) = value.content,
        let kept = try? DataDictionary(file.members.filter { keys.contains($0.key) })
      {
        try? JSONWriter().write(DataValue(.dictionary(kept)), to: &plan)
      }
    }
    plans[number] = plan
    return plan
  }

  /// The paths of the documents that stand in a body.
  private static func embeds(_ value: DataValue) -> [String] {
    switch value.content {
    case .dictionary(let dictionary):
      var paths = dictionary.members.flatMap { embeds($0.value) }
      if case .string(let path) = dictionary[TemplateKeys.embed]?.content { paths.append(path) }
      return paths
    case .array(let values): return values.flatMap { embeds($0) }
    default: return []
    }
  }
}

/// An answer as far as it is known before any service was asked.
struct KnownAnswer: Equatable {
  private let language: LanguageTag?
  private var body: [UInt8] = []
  /// The texts that services' answers are put into.
  private let texts: [String: TextPattern]
  /// For each document that links carry to what only a request or a service says: what it takes, and
  /// what this one has for it.
  private let carried: [String: [[String]]]
  /// Whom it asks for what.
  private let plan: [UInt8]

  fileprivate init(_ resolved: ResolvedDocument, in edition: Edition, plan: [UInt8]) {
    language = resolved.language
    texts = resolved.texts
    self.plan = plan
    let own = edition.carried(to: Int(resolved.number.rawValue))
    carried = resolved.flows.mapValues { target in
      [own, edition.number(of: target.path).map { edition.carried(to: Int($0.rawValue)) } ?? []]
    }
    if case .body(let dictionary) = resolved.outcome {
      try? JSONWriter().write(DataValue(.dictionary(dictionary)), to: &body)
    }
  }
}

/// Accepts every token: comparing is for those who may see everything.
private struct OpenSeal: TokenSeal {
  func seal(of text: Span<UInt8>) -> SealBytes { SealBytes(repeating: 0) }
}
