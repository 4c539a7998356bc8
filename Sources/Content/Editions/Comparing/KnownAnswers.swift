// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Localization
import Plans

// A plan's answer depends on its services, which are not asked here. It is taken to be the same as
// long as all parts that come from the edition are the same: the body with its holes, the texts and
// the links that fill them, the calls, and the embedded documents.

/// The answers of an edition, as far as they are known before any service is asked.
final class KnownAnswers {
  let edition: Edition
  private let now: UnixTime
  private let links: LinkWriter
  private let reader: TokenReader
  /// The plans of documents as their files say them, once they were asked for.
  private var plans: [DocumentNumber: [UInt8]?] = [:]

  init(_ edition: Edition, at now: UnixTime, _ links: LinkWriter) {
    self.edition = edition
    self.now = now
    self.links = links
    reader = TokenReader(edition.words, seal: OpenSeal())
  }

  /// Returns the answers that the visitors of a token get, which every edition can read, with those
  /// of all documents embedded in the answer.
  func answer(_ number: DocumentNumber, to token: String) -> [Answer] {
    let read = token.isEmpty ? nil : reader.token(token.utf8Span.span)
    var answers: [Answer] = []
    var waiting = [number]
    var seen: Set<DocumentNumber> = [number]
    while let next = waiting.popLast() {
      let resolved = edition.resolve(
        next,
        for: read ?? AudienceToken(Audience()),
        at: now,
        links: links
      )
      answers.append(Answer(resolved, in: edition, plan: plan(of: next)))
      guard case .body(let body) = resolved.outcome else { continue }
      for path in KnownAnswers.embeds(DataValue(.dictionary(body))) {
        if let found = edition.number(meantBy: path), seen.insert(found).inserted {
          waiting.append(found)
        }
      }
    }
    return answers
  }

  /// The plan of a document as its file says it, without the body that it fills; `nil` where it cannot be
  /// read again.
  private func plan(of number: DocumentNumber) -> [UInt8]? {
    if let known = plans[number] { return known }
    let plan = edition.planned(number) == nil ? [] : try? writtenPlan(of: number)
    plans[number] = .some(plan)
    return plan
  }

  private func writtenPlan(of number: DocumentNumber) throws(DataFileError) -> [UInt8] {
    let file = try edition.sources[Int(number.rawValue)].value()
    guard case .dictionary(let members) = file.content else { return [] }
    let kept = members.members.filter { PlanDeclaration.keysOfCalls.contains($0.key) }
    return DataValue(.dictionary(DataDictionary(unique: kept))).json
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

extension KnownAnswers {
  /// An answer as far as it is known before any service was asked. One that is not known, since a file cannot
  /// be read again, is another one than any.
  struct Answer: Equatable {
    private struct Facts: Equatable {
      let language: LanguageTag?
      let body: [UInt8]
      /// The texts that services' answers are put into.
      let texts: [String: TextPattern]
      /// For each document that links carry to what only a request or a service says: what it takes, and
      /// what this one has for it.
      let carried: [String: [[String]]]
      /// Whom it asks for what.
      let plan: [UInt8]
    }

    private let facts: Facts?

    fileprivate init(_ resolved: ResolvedDocument, in edition: Edition, plan: [UInt8]?) {
      guard let plan, let body = Answer.body(of: resolved) else {
        facts = nil
        return
      }
      let own = edition.carried(to: Int(resolved.number.rawValue))
      facts = Facts(
        language: resolved.language,
        body: body,
        texts: resolved.texts,
        carried: resolved.flows.mapValues { target in
          [
            own,
            edition.number(of: target.path).map { edition.carried(to: Int($0.rawValue)) } ?? [],
          ]
        },
        plan: plan
      )
    }

    static func == (one: Answer, other: Answer) -> Bool {
      one.facts != nil && one.facts == other.facts
    }

    /// The body as JSON, empty for a document that is not for the visitor.
    private static func body(of resolved: ResolvedDocument) -> [UInt8]? {
      switch resolved.outcome {
      case .body(let dictionary): return DataValue(.dictionary(dictionary)).json
      case .unavailableLanguage, .unavailableHere: return []
      case .unreadable: return nil
      }
    }
  }
}

/// Accepts every token: comparing is for those who may see everything.
struct OpenSeal: TokenSeal {
  func seal(of text: Span<UInt8>) -> SealBytes { SealBytes(repeating: 0) }
}
