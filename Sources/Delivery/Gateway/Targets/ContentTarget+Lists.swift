// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Editions
import HTTPValues
import Plans
import Reactor
import Sites

extension ContentTarget {
  /// The parameters of a request, and the list query that they make.
  struct Asked {
    private(set) var given: QueryParameters
    var list: ListQuery?
    private(set) var fault: String?

    init(given: QueryParameters) { self.given = given }

    /// - Parameter parameters: `nil` for an unreadable query, which only lists refuse.
    init(_ parameters: QueryParameters?, _ plan: Plan?, path: String, _ pages: ListPages) {
      given = parameters ?? QueryParameters([])
      guard let plan, let declared = plan.list else { return }
      list = ListQuery(declared)
      guard parameters != nil else {
        fault =
          "the query cannot be read; expected names and values in percent coding, "
          + "at most \(QueryParameters.maximumPairs)"
        return
      }
      do throws(PlainError) {
        given = try ContentTarget.given(given, of: plan, path: path, pages)
        list = try ListQuery(given, declared)
      } catch {
        fault = error.description
      }
    }
  }

  /// The parameters of a list: the request's own, or those inside its `next`.
  private static func given(
    _ given: QueryParameters,
    of plan: Plan,
    path: String,
    _ pages: ListPages
  ) throws(PlainError) -> QueryParameters {
    guard let token = given[ListPages.parameter] else { return given }
    let names =
      ListDeclaration.parameterNames + plan.parameters.map(\.name) + [FlowSeal.parameter]
    if let other = given.pairs.first(where: { pair in
      pair.name != ListPages.parameter && names.contains(pair.name)
    }) {
      throw PlainError(
        other.name,
        seen: "beside \(ListPages.parameter)",
        expected: "nothing beside it, since it holds the whole query"
      )
    }
    guard let held = pages.query(of: token, path: path) else {
      throw PlainError(
        ListPages.parameter,
        seen: "\"\(token)\"",
        expected: "it as an answer of this list gave it"
      )
    }
    return QueryParameters(given.pairs.filter { $0.name != ListPages.parameter } + held.pairs)
  }

  /// The canonical query of the same question.
  ///
  /// - Parameter offset: the offset at which the list is to begin instead.
  func canonicalQuery(
    of document: PlannedDocument?,
    _ links: LinkWriter,
    offset: Int? = nil
  ) -> QueryParameters {
    var pairs: [QueryParameters.Pair] = []
    for (parameter, value) in zip(document?.plan.parameters ?? [], parameters)
    where !value.isEmpty && value != parameter.fallback {
      pairs.append(.init(parameter.name, value))
    }
    if let flow = document?.flow, let token = links.flow.token(of: self.flow, to: flow) {
      pairs.append(.init(FlowSeal.parameter, token))
    }
    if var list, let declared = document?.plan.list {
      list.offset = offset ?? list.offset
      pairs += list.pairs(declared)
    }
    if view.isLight { pairs.append(.init("view", "light")) }
    if let fields = view.fields { pairs.append(.init("fields", fields.joined(separator: ","))) }
    return QueryParameters(pairs)
  }
}

extension AnswerFormat {
  /// The media types of a query in a body: those of answers.
  static let queryMediaTypes = allCases.map(\.mediaType).joined(separator: ", ")
}
