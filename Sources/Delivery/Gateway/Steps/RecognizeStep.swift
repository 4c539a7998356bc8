// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import HTTPServer
import HTTPValues
import Reactor
import Sites

/// Reads the visitor and the format from the fields of a request.
struct RecognizeStep {
  let site: ServedSite
  let countries: AddressCountries?

  /// Returns the request for a document. Refuses a query that the document does not accept, and
  /// unknown formats.
  func contentRequest(
    of request: borrowing RequestView,
    for target: ContentTarget,
    from peer: Peer
  ) throws(RefusedRequest) -> ContentRequest {
    if let fault = target.fault {
      throw RefusedRequest(
        ContentProblems.refusal(of: fault, leadingTo: site.configURL),
        at: .recognize
      )
    }
    guard let format = target.format ?? AnswerFormat.preferred(request.fields) else {
      throw RefusedRequest(ContentProblems.notAcceptable, at: .recognize)
    }
    return contentRequest(of: request, for: target, as: format, from: peer)
  }

  /// Returns the request for a document in a format.
  func contentRequest(
    of request: borrowing RequestView,
    for target: ContentTarget,
    as format: AnswerFormat,
    from peer: Peer
  ) -> ContentRequest {
    let edge = site.edges.edge(at: IPAddress(peer.client))
    let visitor =
      isNamed(target)
      ? Visitor(named: request)
      : visitor(request, target.query, from: peer, by: edge, findsCountry: target.token == nil)
    return ContentRequest(
      target: target,
      visitor: visitor,
      format: format,
      codings: AnswerCodings(acceptedBy: request.fields),
      edge: edge,
      isByAddress: isByAddress(target, visitor)
    )
  }

  /// Whether the path names the audience, so that nothing depends on the visitor's fields, except
  /// the app's version at the config URL.
  private func isNamed(_ target: ContentTarget) -> Bool {
    target.token != nil && target.path != site.edition.site.config
  }

  /// Returns the visitor of a request for something other than a document, and whether the country
  /// follows from the client's address.
  func visitor(
    of request: borrowing RequestView,
    from peer: Peer
  ) -> (visitor: Visitor, isByAddress: Bool) {
    let visitor = visitor(
      request,
      VisitorClaims.Claim(),
      from: peer,
      by: site.edges.edge(at: IPAddress(peer.client)),
      findsCountry: true
    )
    return (visitor, countries != nil)
  }

  private func visitor(
    _ request: borrowing RequestView,
    _ query: VisitorClaims.Claim,
    from peer: Peer,
    by edge: TrustedEdge?,
    findsCountry: Bool
  ) -> Visitor {
    var addressCountry: String?
    if findsCountry, let countries {
      let client = site.edges.client(of: request, from: IPAddress(peer.client), by: edge)
      addressCountry = countries.country(of: client)
    }
    return Visitor(
      VisitorClaims(request, query: query, edge: edge, addressCountry: addressCountry)
    )
  }

  private func isByAddress(_ target: ContentTarget, _ visitor: Visitor) -> Bool {
    guard countries != nil, target.token == nil else { return false }
    return visitor.countryOrigin == .address || visitor.countryOrigin == .nothing
  }
}
