// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import HTTPServer
import HTTPValues
import Reactor

/// Reads out of a request who asks for what.
struct Recognition {
  let site: ServedSite
  let countries: AddressCountries?

  func asked(
    of request: borrowing RequestView,
    for target: ContentTarget?,
    from peer: Peer
  ) throws(RefusedRequest) -> ContentRequest {
    guard request.method == .get || request.method == .head else {
      let isList = target?.list != nil
      throw RefusedRequest(
        response: isList ? ContentProblems.listMethodNotAllowed : ContentProblems.methodNotAllowed
      )
    }
    guard let target, !site.publication.overlay.hides(target.path) else {
      throw RefusedRequest(response: ContentProblems.notFound)
    }
    if let fault = target.fault {
      throw RefusedRequest(response: ContentProblems.refusal(of: fault, site.edition.site))
    }
    guard let format = target.format ?? AnswerFormat.preferred(request.fields) else {
      throw RefusedRequest(response: ContentProblems.notAcceptable)
    }
    return asked(of: request, for: target, as: format, from: peer)
  }

  /// Who asks for a document in a format.
  func asked(
    of request: borrowing RequestView,
    for target: ContentTarget,
    as format: AnswerFormat,
    from peer: Peer
  ) -> ContentRequest {
    let edge = site.edges.edge(at: IPAddress(peer.client))
    let visitor = visitor(
      request,
      target.query,
      from: peer,
      by: edge,
      findsCountry: target.token == nil
    )
    return ContentRequest(
      target: target,
      visitor: visitor,
      format: format,
      codings: AnswerCodings(acceptedBy: request.fields),
      edge: edge,
      isByAddress: isByAddress(target, visitor)
    )
  }

  /// Who asks for what is no document, with whether the country follows from the client's address.
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
