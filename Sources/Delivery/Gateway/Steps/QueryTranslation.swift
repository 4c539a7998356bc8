// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
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
    let format: AnswerFormat
    switch asked(by: request) {
    case .success(let found): format = found
    case .failure(let refusal): return .refused(refusal.response)
    }
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
      let asked = try FetchRequest(
        body: body,
        as: QueryTranslation.dataFormat(format, of: body),
        of: plan,
        list,
        path: target.path
      )
      try refuseRepeated(given, asked.parameters)
      var get = request
      get.method = .get
      get.target = url(request.target, given + asked.parameters + asked.list.pairs(list))
      get.fields.remove("content-type")
      get.fields.remove("content-length")
      return .get(get)
    } catch {
      return .refused(ContentProblems.badParameter(error.message))
    }
  }

  private struct Refusal: Error {
    let response: PreparedResponse
  }

  /// The format that a request says its body has.
  private static func asked(by request: Request) -> Result<AnswerFormat, Refusal> {
    guard let text = request.fields["content-type"] else {
      let detail = "Content-Type is not there; expected \(AnswerFormat.queryMediaTypes)"
      return .failure(Refusal(response: ContentProblems.badParameter(detail)))
    }
    let type = MediaType(text).map { "\($0.type)/\($0.subtype)" }
    guard let format = AnswerFormat.allCases.first(where: { $0.mediaType == type }) else {
      return .failure(Refusal(response: ContentProblems.unsupportedQuery(text)))
    }
    return .success(format)
  }

  /// The first bytes tell the kinds of property lists apart, whichever a client says.
  private static func dataFormat(_ format: AnswerFormat, of body: [UInt8]) -> DataFormat {
    guard format != .json else { return .json }
    let found = DataFormat(of: body.span)
    return found == .binaryPropertyList ? found : .xmlPropertyList
  }

  /// A parameter is said once, by the URL or by the body.
  private static func refuseRepeated(
    _ given: [QueryParameters.Pair],
    _ asked: [QueryParameters.Pair]
  ) throws(ListFault) {
    var names = Set(given.map(\.name))
    for pair in asked where !names.insert(pair.name).inserted {
      throw ListFault(pair.name, seen: "there twice", expected: "it once")
    }
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
