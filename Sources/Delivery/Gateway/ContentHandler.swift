// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import ContentModel
import ContentResolution
import DataFiles
package import Editions
package import Geography
package import HTTPServer
package import HTTPValues
package import Reactor
import Synchronization

/// Answers for the documents of a site; each loop has one.
package final class ContentHandler: RequestHandler {
  private let core: LoopCore
  private let publisher: Publisher
  private let seal: SiteSeal
  private let links: LinkWriter
  private let countries: AddressCountries?
  private var generation: UInt64 = 0
  private var state: State?
  private var answers = AnswerTable()

  /// What follows from a publication and is kept as long as it is served.
  private struct State {
    let publication: Publication
    let reader: TokenReader
    let edges: TrustedEdges
  }

  /// - Parameter countries: tells countries that nobody else tells.
  package init(
    _ publisher: Publisher,
    seal: SiteSeal,
    countries: CountryFile? = nil,
    on core: LoopCore
  ) {
    self.publisher = publisher
    self.countries = countries.map { AddressCountries($0) }
    self.seal = seal
    self.core = core
    links = LinkWriter(seal: seal)
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    let now = UnixTime(seconds: core.wallSeconds)
    renew()
    guard let state else { return .prepared(ContentProblems.notReady) }
    switch request.method {
    case .get, .head: break
    default: return .prepared(ContentProblems.methodNotAllowed)
    }
    guard
      let target = ContentTarget(
        request.target,
        in: state.publication.edition,
        reader: state.reader
      ),
      !state.publication.overlay.hides(target.path)
    else { return .prepared(ContentProblems.notFound) }
    guard let format = target.format ?? AnswerFormat.preferred(request.fields) else {
      return .prepared(ContentProblems.notAcceptable)
    }
    let address = IPAddress(peer.client)
    let edge = state.edges.edge(at: address)
    let visitor = Visitor(
      VisitorClaims(
        request,
        query: target.query,
        edge: edge,
        addressCountry: target.token == nil
          ? countries?.country(of: state.edges.client(of: request, from: address, by: edge)) : nil
      )
    )
    let isByAddress = isByAddress(target, visitor)
    if let closed = closed(target, visitor, isByAddress, state, now) { return closed }
    let maker = AnswerMaker(publication: state.publication, links: links, now: now)
    let key = maker.key(
      for: target,
      visitor,
      format,
      coding: ContentHandler.coding(request.fields),
      isByAddress: isByAddress
    )
    let answer: ContentAnswer
    if let known = answers[key, at: now] {
      answer = known
    } else {
      answer = maker.answer(to: key, target, edge)
      answers.keep(answer, for: key)
    }
    return .prepared(reply(answer, request, now))
  }

  package func handle(_ exchange: Exchange) async throws {
    // Everything is answered at first sight.
  }

  /// Takes a new publication over as soon as there is one.
  private func renew() {
    let generation = publisher.generation.load(ordering: .acquiring)
    guard generation != self.generation, let publication = publisher.publication else { return }
    self.generation = generation
    answers.removeAll()
    state = State(
      publication: publication,
      reader: TokenReader(publication.edition.words, seal: seal),
      edges: TrustedEdges(publication.edition.site.edges.map { TrustedEdge($0) })
    )
  }

  /// Whether another client with the same request may be in another country for us, which no cache
  /// can see.
  private func isByAddress(_ target: ContentTarget, _ visitor: Visitor) -> Bool {
    guard countries != nil, target.token == nil else { return false }
    return visitor.countryOrigin == .address || visitor.countryOrigin == .nothing
  }

  private func closed(
    _ target: ContentTarget,
    _ visitor: Visitor,
    _ isByAddress: Bool,
    _ state: State,
    _ now: UnixTime
  ) -> Answer? {
    guard let maintenance = state.publication.overlay.maintenance else { return nil }
    let closing = Closing(maintenance: maintenance, publication: state.publication, now: now)
    let isClosed =
      target.token.map { closing.isClosed(for: $0.audience) } ?? closing.isClosed(for: visitor)
    guard isClosed else { return nil }
    return closing.answer(
      isConfig: target.path == state.publication.edition.site.config,
      languages: target.token?.audience.languages
        ?? state.publication.edition.matcher.chain(for: visitor.languages),
      isByAddress: isByAddress
    )
  }

  private func reply(
    _ answer: ContentAnswer,
    _ request: borrowing RequestView,
    _ now: UnixTime
  ) -> PreparedResponse {
    guard request.fields.contains(.ifNoneMatch) || request.fields.contains(.ifMatch) else {
      return answer.response(at: now)
    }
    let outcome = Preconditions.evaluate(
      method: request.method,
      fields: request.fields,
      validators: Validators(entityTag: answer.entityTag),
      now: now.seconds
    )
    switch outcome {
    case .proceed: return answer.response(at: now)
    case .notModified: return answer.notModified(at: now)
    case .preconditionFailed: return ContentProblems.preconditionFailed
    }
  }

  /// The coding that a request prefers among those that answers are kept in.
  private static func coding(_ fields: borrowing FieldsView) -> Coding {
    guard fields.contains(.acceptEncoding) else { return .identity }
    switch AcceptEncoding(fields).preferred(among: [.brotli, .zstd, .gzip, .identity]) {
    case .brotli: return .brotli
    case .zstd: return .zstd
    case .gzip: return .gzip
    default: return .identity
    }
  }
}
