// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Editions
import HTTPServer
import HTTPValues
import Plans
import Sites

// The HTTP method QUERY (RFC 10008) asks a list by a body. It is converted to the GET of the URL
// with the same question, so that both have the same cached answer, whose Content-Location is that
// URL.

/// A QUERY whose body has to be read.
struct QueryStep {
  /// The result of reading the body.
  enum Outcome {
    /// The GET with the same question.
    case get(Request)
    case refused(GivenAnswer)
  }

  /// The path of the document as the site declares it.
  let path: String
  private let target: ContentTarget
  private let plan: Plan
  private let list: ListDeclaration
  private let format: AnswerFormat

  /// Refuses what cannot be asked, whatever the body contains.
  init(
    _ request: borrowing RequestView,
    for target: ContentTarget,
    _ site: ServedSite
  ) throws(RefusedRequest) {
    guard let plan = site.edition.planned(target.number)?.plan, let list = plan.list else {
      throw RefusedRequest(ContentProblems.methodNotAllowed, at: .query)
    }
    format = try QueryStep.format(of: request)
    if let fault = target.fault {
      throw RefusedRequest(
        ContentProblems.refusal(of: fault, leadingTo: site.configURL),
        at: .query
      )
    }
    path = site.edition.draft(target.number).path
    self.target = target
    self.plan = plan
    self.list = list
  }

  /// Reads the body.
  func read(_ exchange: Exchange) async throws -> Outcome {
    let body: [UInt8]
    do {
      body = try await exchange.body(atMost: ListLimits.bodyBytes)
    } catch ExchangeError.bodyTooLarge {
      return .refused(.problem(ContentProblems.queryTooLarge, at: .query))
    }
    do throws(PlainError) {
      return .get(try get(exchange.request, body))
    } catch {
      return .refused(.problem(ContentProblems.badParameter(error.description), at: .query))
    }
  }

  private func get(_ request: Request, _ body: [UInt8]) throws(PlainError) -> Request {
    let given = try QueryStep.parameters(of: request.target)
    let asked = try FetchRequest(
      body: body,
      as: QueryStep.dataFormat(format, of: body),
      of: plan,
      list,
      path: target.path
    )
    try QueryStep.refuseRepeated(given, asked.parameters)
    var get = request
    get.method = .get
    get.target = QueryStep.url(request.target, given + asked.parameters + asked.list.pairs(list))
    get.fields.remove("content-type")
    get.fields.remove("content-length")
    return get
  }

  /// The format of the body by its Content-Type.
  private static func format(
    of request: borrowing RequestView
  ) throws(RefusedRequest) -> AnswerFormat {
    guard let text = request.fields.text(.contentType) else {
      let detail = "Content-Type is not there; expected \(AnswerFormat.queryMediaTypes)"
      throw RefusedRequest(ContentProblems.badParameter(detail), at: .query)
    }
    let type = MediaType(text).map { "\($0.type)/\($0.subtype)" }
    guard let format = AnswerFormat.allCases.first(where: { $0.mediaType == type }) else {
      throw RefusedRequest(ContentProblems.unsupportedQuery(text), at: .query)
    }
    return format
  }

  /// Returns the kind of a property list by its first bytes, whatever the client declares.
  private static func dataFormat(_ format: AnswerFormat, of body: [UInt8]) -> DataFormat {
    guard format != .json else { return .json }
    let found = DataFormat(of: body.span)
    return found == .binaryPropertyList ? found : .xmlPropertyList
  }

  /// Refuses a parameter that both the URL and the body have.
  private static func refuseRepeated(
    _ given: [QueryParameters.Pair],
    _ asked: [QueryParameters.Pair]
  ) throws(PlainError) {
    var names = Set(given.map(\.name))
    for pair in asked where !names.insert(pair.name).inserted {
      throw PlainError(pair.name, seen: "there twice", expected: "it once")
    }
  }

  /// Returns the parameters of the URL, which must not be those of the list: these belong into the
  /// body.
  private static func parameters(of target: String) throws(PlainError) -> [QueryParameters.Pair] {
    let query = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard query.count == 2, let given = QueryParameters(Array(query[1].utf8).span) else {
      return []
    }
    let names = ListDeclaration.parameterNames
    if let pair = given.pairs.first(where: { names.contains($0.name) }) {
      throw PlainError(
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
