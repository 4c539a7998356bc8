// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Edges
import Editions
import HTTPValues
import Learning
import Plans
import Reactor
import Services
import Sites

/// Makes answers: a document for an audience, with all that caches and apps have to know.
struct AnswerBuilder {
  private let site: ServedSite
  let now: UnixTime

  init(_ site: ServedSite, at now: UnixTime) {
    self.site = site
    self.now = now
  }

  var publication: Publication { site.publication }
  var edition: Edition { site.publication.edition }
  var links: LinkWriter { site.links }

  /// The links of the answer of a key.
  func links(of key: AnswerKey) -> LinkWriter {
    var links = site.links
    links.suffix = key.linkSuffix
    return links
  }

  /// Whether an answer may link to a URL; `false` if the emergency file hides its path.
  func mayLead(to url: String) -> Bool {
    guard !publication.overlay.hidden.isEmpty else { return true }
    let path = url.dropFirst(edition.site.baseURL.count).prefix { $0 != "?" }
    return !publication.hides(target(of: path.utf8.span)?.path ?? String(path.dropFirst()))
  }

  var pages: ListPages { site.pages }
  var cache: PublicationCache { site.cache }
  var policies: SitePolicies { site.policies }
  var encoder: AnswerEncoder { site.encoder }

  /// The documents that visitors ask for after a document, the likeliest first.
  func hints(after route: String) -> [HintLearning.Hint] { site.hints?.hints(after: route) ?? [] }

  /// The audience that a token names; `nil` for a text that is none.
  func token(named text: Span<UInt8>) -> AudienceToken? { site.tokens.token(text) }

  /// The target of a link; `nil` if there is no such document.
  func target(of link: borrowing Span<UInt8>) -> ContentTarget? { site.target(link) }

  /// Builds the key of everything that the answer to a request depends on.
  func key(for asked: ContentRequest) -> AnswerKey {
    let target = asked.target
    let token = target.token ?? AudienceToken(edition.audience(of: asked.visitor))
    var parameters = target.parameters
    if let flow = flowParameter(of: target) { parameters.append(flow) }
    if let list = listParameter(of: target) { parameters.append(list) }
    return AnswerKey(
      document: target.number,
      values: target.values,
      parameters: parameters,
      audience: token.audience,
      preview: token.preview ?? target.instant,
      isLight: target.view.isLight,
      fields: target.view.fields,
      format: asked.format,
      codings: asked.codings,
      isCanonical: target.format == nil,
      variesByFields: target.token == nil,
      edge: target.token == nil ? asked.edge?.number : nil,
      isByAddress: asked.isByAddress,
      gate: isConfig(target) ? edition.site.gate(for: asked.visitor, at: now) : .open
    )
  }

  /// Returns how well the document of a key fits the visitor.
  func outcomes(of key: AnswerKey, for asked: ContentRequest) -> ResolutionOutcomes {
    edition.resolver.outcomes(
      of: key.document,
      for: key.audience,
      asking: asked.target.token == nil ? asked.visitor.languages : nil,
      at: key.preview ?? now
    )
  }

  /// The values carried along a flow, in canonical form.
  private func flowParameter(of target: ContentTarget) -> String? {
    guard let flow = edition.planned(target.number)?.flow, !flow.names.isEmpty else { return nil }
    return flow.query(of: target.flow).description
  }

  /// The query of a list, in canonical form.
  private func listParameter(of target: ContentTarget) -> String? {
    guard let list = target.list, let declared = edition.planned(target.number)?.plan.list else {
      return nil
    }
    return QueryParameters(list.pairs(declared)).description
  }

  /// The canonical token of a key's audience.
  func token(of key: AnswerKey) -> String {
    links.tokenText(
      of: key.document,
      for: AudienceToken(key.audience, preview: key.preview),
      in: edition
    )
  }

  func isConfig(_ target: ContentTarget) -> Bool { target.path == edition.site.config }

  /// The answer of a document without a plan, with its tags.
  func answer(
    to key: AnswerKey,
    _ target: ContentTarget,
    _ edge: TrustedEdge?
  ) throws(DataFileError) -> (answer: SharedAnswer, tags: [String]) {
    let resolved = resolved(key, target.view)
    let isConfig = isConfig(target)
    var draft = draft(of: key, target, resolved, facts(of: key, resolved), edge)
    if isConfig { draft.freshness.join(edition.site.gateFreshness(at: now)) }
    let document: DataDictionary
    switch resolved.outcome {
    case .body(let body):
      document = completed(body, resolved, key, draft.freshness.expire, isConfig: isConfig)
    case .unavailableLanguage:
      document = refusal("unavailableLanguage", resolved, draft.freshness.expire)
    case .unavailableHere:
      document = refusal("unavailable", resolved, draft.freshness.expire)
    case .unreadable(let error): throw error
    }
    draft.captured = captured(by: target, document)
    draft.body = try key.format.bytes(of: document)
    draft.tags = tagsAbout(target) + resolved.tags
    let body = draft.body
    try addHints(to: &draft, target) { () throws(DataFileError) in
      key.format == .json ? body : try AnswerFormat.json.bytes(of: document)
    }
    return (draft.encoded(by: encoder), draft.tags)
  }

  /// Resolves the document of a key for its audience.
  func resolved(_ key: AnswerKey, _ view: BodyView) -> ResolvedDocument {
    edition.resolve(
      key.document,
      for: AudienceToken(key.audience, preview: key.preview),
      at: now,
      view: view,
      links: links(of: key),
      overlay: publication.overlay
    )
  }

  /// An answer with everything but its body.
  func draft(
    of key: AnswerKey,
    _ target: ContentTarget,
    _ resolved: ResolvedDocument,
    _ facts: SharedAnswer.Facts,
    _ edge: TrustedEdge?
  ) -> AnswerDraft {
    let query = target.canonicalQuery(of: edition.planned(target.number), links)
    var location: String?
    if case .body = resolved.outcome { location = address(of: "", resolved.token) }
    return AnswerDraft(
      key: key,
      lifetimes: resolved.lifetimes,
      facts: facts,
      path: target.path,
      location: location,
      query: query.pairs.isEmpty ? "" : "?\(query)",
      made: now,
      freshness: freshness(of: resolved, isByAddress: key.isByAddress),
      fields: fields(of: key, target, resolved, edge),
      credentialFields: site.credentialFields
    )
  }

  func facts(of key: AnswerKey, _ resolved: ResolvedDocument) -> SharedAnswer.Facts {
    let declared = edition.draft(key.document)
    return SharedAnswer.Facts(
      route: declared.path,
      audience: resolved.token,
      language: resolved.language.map { "\($0)" },
      form: SharedAnswer.Facts.form(of: key),
      asked: asked(by: resolved),
      experiments: experiments(of: key.audience, resolved.dimensions),
      variesByFields: key.variesByFields,
      slow: declared.log.slow?.nanoseconds
    )
  }

  /// The first language that the visitor wants, if the answer has another one.
  private func asked(by resolved: ResolvedDocument) -> (language: String, steps: Int)? {
    guard let given = resolved.language, let first = resolved.wantedLanguage, first != given else {
      return nil
    }
    let place = (0..<resolved.languages.count).first { place in
      edition.matcher[resolved.languages[place]] == given
    }
    return ("\(first)", place ?? resolved.languages.count)
  }

  /// The arms of the experiments that make a difference for the audience.
  private func experiments(of audience: Audience, _ dimensions: [Dimension]) -> [String] {
    edition.site.experiments.enumerated().compactMap { number, experiment in
      guard dimensions.contains(.cohort(number)) else { return nil }
      let atom = audience[.cohort(number)]
      let arm = experiment.arms.indices.first { index in
        atom != edition.space.atom(ofArm: nil, in: number)
          && edition.space.atom(ofArm: index, in: number) == atom
      }
      return arm.map { "\(experiment.name)=\(experiment.arms[$0].name)" }
    }
  }

  /// The values that the document declares for the log.
  func captured(by target: ContentTarget, _ body: DataDictionary?) -> [String] {
    let rules = edition.draft(target.number).log
    guard !rules.capture.isEmpty else { return [] }
    let parameters = edition.planned(target.number).map { target.named(by: $0) } ?? [:]
    return CapturedValues.texts(rules, parameters, body)
  }

  /// The freshness of a document without its fragments.
  ///
  /// - Parameter isByAddress: whether the country may follow from the client's address.
  func freshness(of resolved: ResolvedDocument, isByAddress: Bool) -> Freshness {
    var freshness = resolved.freshness
    // It may have been published before the clock was set back.
    freshness.since = max(freshness.since, min(publication.since, now))
    // A cache in front does not know the countries of addresses.
    if isByAddress, resolved.dimensions.contains(.country) {
      freshness.privacy = .sharedByGateway
    }
    return freshness
  }

  /// The tags that name a document by its path.
  func tagsAbout(_ target: ContentTarget) -> [String] {
    EdgeTags.about(target.path, file: edition.draft(target.number).path)
  }

  /// The body with the members that every answer has.
  private func completed(
    _ body: DataDictionary,
    _ resolved: ResolvedDocument,
    _ key: AnswerKey,
    _ expire: UnixTime,
    isConfig: Bool
  ) -> DataDictionary {
    var members = body.members
    if isConfig {
      let config = ConfigMembers(
        publication: publication,
        configURL: site.configURL,
        draft: site.draft
      )
      let language = resolved.language ?? resolved.wantedLanguage ?? language(of: key)
      members += config.members(
        token: resolved.token,
        language: language,
        gate: key.gate,
        suffix: key.linkSuffix
      )
      .filter { member in !members.contains { $0.key == member.key } }
    }
    return labelled(members, resolved, expire)
  }

  private func language(of key: AnswerKey) -> LanguageTag? {
    key.audience.languages.first.map { edition.matcher[$0] }
  }

  private func refusal(
    _ datatype: String,
    _ resolved: ResolvedDocument,
    _ expire: UnixTime
  ) -> DataDictionary {
    let languages = edition.resolver.profile(of: resolved.number).coverage.map { coverage in
      edition.matcher.published.indices.filter {
        coverage.contains(LanguageIndex(rawValue: UInt8($0)))
      }.map { DataValue(.string("\(edition.matcher.published[$0])")) }
    }
    var members = [DataDictionary.Member("datatype", DataValue(.string(datatype)))]
    if let languages {
      members.append(DataDictionary.Member("languages", DataValue(.array(languages))))
    }
    return labelled(members, resolved, expire)
  }

  /// The members with the labels of an answer, which replace members of the same names.
  private func labelled(
    _ members: [DataDictionary.Member],
    _ resolved: ResolvedDocument,
    _ expire: UnixTime
  ) -> DataDictionary {
    let labels = labels(resolved, expire)
    return DataDictionary(
      unique: members.filter { member in !labels.contains { $0.key == member.key } } + labels
    )
  }

  func labels(
    _ resolved: ResolvedDocument,
    _ expire: UnixTime
  ) -> [DataDictionary.Member] {
    var members: [DataDictionary.Member] = []
    if let language = resolved.language {
      members.append(DataDictionary.Member("_lang", DataValue(.string("\(language)"))))
      if let wanted = resolved.wantedLanguage, wanted != language {
        members.append(DataDictionary.Member("_langRequested", DataValue(.string("\(wanted)"))))
      }
    }
    members.append(DataDictionary.Member("_expire", DataValue(.string("\(expire.seconds)"))))
    return members
  }
}
