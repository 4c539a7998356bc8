// SPDX-License-Identifier: Apache-2.0

import JSONValues

// The same as the body of a QUERY:
// {"predicates":[{"key":"price","qualifier":"lessThan","value":40}],
//  "sort":[{"key":"price","ascending":false}],"limit":20,"offset":0}
extension ListQuery {
  /// Reads what a body asks.
  package init(body: [UInt8], _ list: ListDeclaration) throws(ListFault) {
    var limits = JSONLimits()
    limits.bytes = ListLimits.bodyBytes
    limits.depth = 8
    let document: JSONDocument
    do {
      document = try JSONDocument(body, limits: limits)
    } catch {
      throw ListFault("the body", seen: "no JSON (\(error))", expected: "an object of JSON")
    }
    let members = try BodyMembers(
      document.root,
      of: document,
      "the body",
      known: ["predicates", "sort", "limit", "offset"]
    )
    var order: [ListOrder] = []
    for (number, element) in try members.elements("sort").enumerated() {
      let part = try BodyMembers(
        element,
        of: document,
        "sort[\(number)]",
        known: ["key", "ascending"]
      )
      order.append(
        ListOrder(key: try part.text("key"), isAscending: try part.truth("ascending") ?? true)
      )
    }
    var predicates: [ListPredicate] = []
    for (number, element) in try members.elements("predicates").enumerated() {
      let part = try BodyMembers(
        element,
        of: document,
        "predicates[\(number)]",
        known: ["key", "qualifier", "value"]
      )
      let key = try part.text("key")
      let qualifier = try ListQuery.qualifier(try part.text("qualifier"), of: key)
      predicates.append(
        try ListPredicate(key, qualifier, try part.values("value", of: key, qualifier))
      )
    }
    try self.init(
      offset: try members.integer("offset"),
      limit: try members.integer("limit"),
      order: order,
      predicates: predicates,
      list
    )
  }
}

/// The members of an object of a body.
private struct BodyMembers {
  private let document: JSONDocument
  private let object: JSONNode
  private let name: String

  init(
    _ node: JSONNode,
    of document: JSONDocument,
    _ name: String,
    known: [String]
  ) throws(ListFault) {
    self.document = document
    self.name = name
    object = node
    guard document.kind(of: node) == .object else {
      throw ListFault(name, seen: "\(document.kind(of: node))", expected: "an object")
    }
    var seen: Set<String> = []
    for child in document.children(of: node) {
      let member = document.memberName(of: child) ?? ""
      guard known.contains(member) else {
        throw ListFault(
          "a member of \(name)",
          seen: "\"\(member)\"",
          expected: known.joined(separator: ", ")
        )
      }
      guard seen.insert(member).inserted else {
        throw ListFault("\(member) of \(name)", seen: "there twice", expected: "it once")
      }
    }
  }

  private func wrong(_ member: String, _ node: JSONNode?, _ expected: String) -> ListFault {
    let seen = node.map { String(decoding: source(of: $0), as: UTF8.self) }
    return ListFault("\(member) of \(name)", seen: seen ?? "not there", expected: expected)
  }

  func elements(_ member: String) throws(ListFault) -> [JSONNode] {
    guard let node = document.member(member, of: object) else { return [] }
    guard document.kind(of: node) == .array else { throw wrong(member, node, "an array") }
    return Array(document.children(of: node))
  }

  func text(_ member: String) throws(ListFault) -> String {
    let node = document.member(member, of: object)
    guard let node, let text = document.string(of: node) else {
      throw wrong(member, node, "a string")
    }
    return text
  }

  func truth(_ member: String) throws(ListFault) -> Bool? {
    guard let node = document.member(member, of: object) else { return nil }
    guard document.kind(of: node) == .boolean else { throw wrong(member, node, "true or false") }
    return document.isTrue(node)
  }

  func integer(_ member: String) throws(ListFault) -> Int? {
    guard let node = document.member(member, of: object) else { return nil }
    guard case .number(let number)? = value(of: node), let integer = Int(number.text) else {
      throw wrong(member, node, "a whole number")
    }
    return integer
  }

  func values(
    _ member: String,
    of key: String,
    _ qualifier: ListQualifier
  ) throws(ListFault) -> [ListValue] {
    let expected = qualifier.operand.expectation
    guard let node = document.member(member, of: object) else {
      guard qualifier == .exists else { throw wrong(member, nil, expected) }
      return [.boolean(true)]
    }
    guard qualifier == .in else {
      guard let value = value(of: node) else { throw wrong(member, node, expected) }
      return [value]
    }
    guard document.kind(of: node) == .array else { throw wrong(member, node, "an array") }
    var values: [ListValue] = []
    for element in document.children(of: node) {
      guard let value = value(of: element) else { throw wrong(member, element, expected) }
      values.append(value)
    }
    return values
  }

  private func value(of node: JSONNode) -> ListValue? {
    ListValue(json: source(of: node))
  }

  private func source(of node: JSONNode) -> ArraySlice<UInt8> {
    document.bytes[document.range(of: node)]
  }
}
