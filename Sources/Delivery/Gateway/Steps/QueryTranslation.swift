// SPDX-License-Identifier: Apache-2.0

import Editions
import HTTPServer
import HTTPValues
import Plans

// The method QUERY of HTTP (RFC 10008) asks a list by a body. It is turned into the GET of the URL that
// asks the same, so that both have the same answer, kept once, whose Content-Location is that URL.

/// What becomes of a QUERY.
enum QueryTranslation {
  case get(Request)
  case refused(PreparedResponse)

  static let mediaType = "application/json"

  /// Reads the body of a QUERY.
  static func of(_ exchange: Exchange, _ site: ServedSite) async throws -> QueryTranslation {
    let request = exchange.request
    let bytes = Array(request.target.utf8)
    guard let target = site.target(bytes.span), !site.publication.overlay.hides(target.path) else {
      return .refused(ContentProblems.notFound)
    }
    guard let plan = site.edition.planned(target.number)?.plan, let list = plan.list else {
      return .refused(ContentProblems.methodNotAllowed)
    }
    if let refusal = refusal(of: request) { return .refused(refusal) }
    if let fault = target.fault {
      return .refused(ContentProblems.refusal(of: fault, site.edition.site))
    }
    let body: [UInt8]
    do {
      body = try await exchange.body(atMost: ListLimits.bodyBytes)
    } catch ExchangeError.bodyTooLarge {
      return .refused(ContentProblems.queryTooLarge)
    }
    do throws(ListFault) {
      let given = try parameters(of: request.target)
      let asked = try ListQuery(body: body, list)
      var get = request
      get.method = .get
      get.target = url(request.target, given + asked.pairs(list))
      get.fields.remove("content-type")
      get.fields.remove("content-length")
      return .get(get)
    } catch {
      return .refused(ContentProblems.badParameter(error.message))
    }
  }

  private static func refusal(of request: Request) -> PreparedResponse? {
    guard let text = request.fields["content-type"] else {
      return ContentProblems.badParameter(
        "Content-Type is not there; expected \(mediaType)"
      )
    }
    guard let type = MediaType(text), "\(type.type)/\(type.subtype)" == mediaType else {
      return ContentProblems.unsupportedQuery(text)
    }
    return nil
  }

  /// The parameters of the URL, which are not those of the list: these are in the body.
  private static func parameters(of target: String) throws(ListFault) -> [QueryParameters.Pair] {
    let query = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard query.count == 2, let given = QueryParameters(Array(query[1].utf8).span) else {
      return []
    }
    let names = ListDeclaration.parameterNames
    if let pair = given.pairs.first(where: { names.contains($0.name) }) {
      throw ListFault(
        pair.name,
        seen: "in the URL of a QUERY",
        expected: "it in the body, as far as a body has it"
      )
    }
    return given.pairs
  }

  private static func url(_ target: String, _ pairs: [QueryParameters.Pair]) -> String {
    let path = target.prefix { $0 != "?" }
    return pairs.isEmpty ? String(path) : "\(path)?\(QueryParameters(pairs))"
  }
}
