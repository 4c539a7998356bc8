// SPDX-License-Identifier: Apache-2.0

import ContentCoding
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

  func wish(
    of request: borrowing RequestView,
    from peer: Peer
  ) throws(RefusedRequest) -> Wish {
    guard request.method == .get || request.method == .head else {
      let isList = site.target(request.target)?.list != nil
      throw RefusedRequest(
        response: isList ? ContentProblems.listMethodNotAllowed : ContentProblems.methodNotAllowed
      )
    }
    guard let target = site.target(request.target), !site.publication.overlay.hides(target.path)
    else { throw RefusedRequest(response: ContentProblems.notFound) }
    if let fault = target.fault {
      throw RefusedRequest(response: ContentProblems.badParameter(fault))
    }
    guard let format = target.format ?? AnswerFormat.preferred(request.fields) else {
      throw RefusedRequest(response: ContentProblems.notAcceptable)
    }
    let address = IPAddress(peer.client)
    let edge = site.edges.edge(at: address)
    var addressCountry: String?
    if target.token == nil, let countries {
      addressCountry = countries.country(
        of: site.edges.client(of: request, from: address, by: edge)
      )
    }
    let visitor = Visitor(
      VisitorClaims(request, query: target.query, edge: edge, addressCountry: addressCountry)
    )
    return Wish(
      target: target,
      visitor: visitor,
      format: format,
      coding: Recognition.coding(request.fields),
      edge: edge,
      isByAddress: isByAddress(target, visitor)
    )
  }

  private func isByAddress(_ target: ContentTarget, _ visitor: Visitor) -> Bool {
    guard countries != nil, target.token == nil else { return false }
    return visitor.countryOrigin == .address || visitor.countryOrigin == .nothing
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
