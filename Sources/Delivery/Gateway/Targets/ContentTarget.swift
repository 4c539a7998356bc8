// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Plans
import Sites

/// A request's path and query, parsed: the document and its parameters.
///
/// An object, since each step of a request hands it on, and a copy of its members would cost more.
final class ContentTarget: Sendable {
  /// Maximum number of members in `fields`.
  static let maximumFields = 64

  /// The document.
  let number: DocumentNumber
  /// The path without token and extension, as in links.
  let path: String
  /// The values of the names in braces in the document's own path, in their order.
  let values: [String]
  /// The audience that the first segment names; `nil` if the request's fields decide.
  let token: AudienceToken?
  /// The instant to show to a visitor whose fields decide, by the link of a draft.
  let instant: UnixTime?
  /// The format that the path's extension names.
  let format: AnswerFormat?
  let view: BodyView
  let query: VisitorClaims.Claim
  /// The parameters of the plan, checked and in canonical spelling, in the plan's order.
  let parameters: [String]
  /// The values that the link carried, or their defaults, by name.
  let flow: [String: String]
  /// The query of a document that is a list; `nil` for others.
  let list: ListQuery?
  /// The fault of the query; `nil` for none.
  let fault: TargetFault?

  /// Finds the document of a target; `nil` if there is none.
  ///
  /// The whole path is looked for first, so that a document's folder is never taken for a token.
  init?(
    _ target: borrowing Span<UInt8>,
    in edition: Edition,
    tokens: KnownTokens,
    pages: ListPages,
    flows: FlowSeal
  ) {
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
    let path = target.extracting(first: mark)
    guard path.count > 1, path[0] == UInt8(ascii: "/") else { return nil }
    format = AnswerFormat.allCases.first { ContentTarget.asks(path, for: $0) }
    let end = path.count - (format.map { $0.suffix.utf8CodeUnitCount } ?? 0)
    let whole = path.extracting(1..<end)
    let slash = whole.firstIndex(of: UInt8(ascii: "/"))
    let rest = whole.extracting((slash.map { $0 + 1 } ?? whole.count)...)
    // Both are loaded from memory while the token is read.
    let documents = edition.resolver.documents
    let (search, restSearch) = (documents.begin(whole), documents.begin(rest))
    var token: AudienceToken?
    if let slash { token = tokens.token(whole.extracting(first: slash)) }
    if let found = edition.target(of: whole, search) {
      (number, values) = found
      (self.token, instant) = (nil, nil)
      self.path = values.isEmpty ? documents.path(of: number) : whole.text
    } else if let token, let found = edition.target(of: rest, restSearch) {
      (number, values) = found
      let isOpen = token.isForAnyAudience && documents.path(of: number) == edition.site.config
      self.token = isOpen ? nil : token
      instant = isOpen ? token.preview : nil
      self.path = values.isEmpty ? documents.path(of: number) : rest.text
    } else {
      return nil
    }
    let document = edition.planned(number)
    var view = BodyView.heavy
    var asked = Asked(given: QueryParameters([]))
    if mark < target.count {
      let parameters = QueryParameters(target.extracting((mark + 1)...))
      asked = Asked(parameters, document?.plan, path: self.path, pages)
      let given = asked.given
      view.isLight = given["view"] == "light"
      view.fields = given["fields"].map { fields in
        fields.split(separator: ",").prefix(ContentTarget.maximumFields).map(String.init)
      }
    } else if let document, let list = document.plan.list {
      asked.list = ListQuery(list)
    }
    self.view = view
    query = mark < target.count ? VisitorClaims.Claim(asked.given) : VisitorClaims.Claim()
    list = asked.list
    let found = ContentTarget.parameters(of: document, asked.given)
    parameters = found.0
    let brought = ContentTarget.brought(to: document, asked.given, flows)
    flow = brought.values
    fault = (asked.fault ?? found.1).map { .parameter($0) } ?? brought.fault.map { .flow($0) }
  }

  /// Makes the target of a document that no query asks for.
  ///
  /// - Parameter document: the document whose parameters, links and list have their defaults; `nil` for one without.
  init(
    _ number: DocumentNumber,
    path: String,
    values: [String] = [],
    token: AudienceToken? = nil,
    format: AnswerFormat? = nil,
    view: BodyView = .heavy,
    defaultsOf document: PlannedDocument? = nil
  ) {
    self.number = number
    self.path = path
    self.values = values
    self.token = token
    instant = nil
    self.format = format
    self.view = view
    parameters = (document?.plan.parameters ?? []).map { $0.fallback ?? "" }
    flow = ContentTarget.defaults(of: document)
    list = document?.plan.list.map { ListQuery($0) }
    query = VisitorClaims.Claim()
    fault = nil
  }

  private static func parameters(
    of document: PlannedDocument?,
    _ given: QueryParameters
  ) -> ([String], String?) {
    guard let document else { return ([], nil) }
    var values: [String] = []
    var fault: String?
    for parameter in document.plan.parameters {
      guard let value = given[parameter.name] else {
        values.append(parameter.fallback ?? "")
        continue
      }
      let normalized = parameter.normalized(value)
      values.append(normalized ?? value)
      if normalized == nil {
        fault = fault ?? "\(parameter.name): expected \(parameter.expectation)"
      }
    }
    return (values, fault)
  }

  /// Whether a path ends with the extension of a format behind a document's name.
  static func asks(_ path: borrowing Span<UInt8>, for format: AnswerFormat) -> Bool {
    let suffix = format.suffix
    let start = path.count - suffix.utf8CodeUnitCount
    guard start > 1 else { return false }
    for index in start..<path.count where path[index] != suffix.byte(at: index - start) {
      return false
    }
    return true
  }
}

extension VisitorClaims.Claim {
  /// The claims of a query.
  fileprivate init(_ given: QueryParameters) {
    self.init()
    for name in VisitorClaims.Claim.names { self[name] = given[name] }
  }
}
