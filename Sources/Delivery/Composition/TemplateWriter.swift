// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import JSONValues
import Plans

/// Fills a template: values are copied byte for byte from the answers that they stand in. A member
/// whose value is nowhere to be found is left out.
struct TemplateWriter {
  var bytes: [UInt8] = []
  let results: PlanResults
  /// The items that lists are being mapped by, the innermost last.
  var items: [(document: JSONDocument, node: JSONNode)] = []
  /// The items of calls by their keys, made when they are first looked for.
  private var indices: [Int: [String: (document: JSONDocument, node: JSONNode)]] = [:]
  /// The documents that are there to stand in this one, and those that are wanted and are not.
  let embedded: [EmbedRequest: EmbeddedBody]
  var wanted: [EmbedRequest] = []
  /// What variables of a call stand for, as JSON.
  private let arguments: [String: [UInt8]]
  /// What a request gets of the list, when it has been found out.
  var page: ListPage?
  private(set) var list: Template.List?

  init(
    _ results: PlanResults,
    arguments: [String: [UInt8]] = [:],
    embedded: [EmbedRequest: EmbeddedBody] = [:]
  ) {
    self.results = results
    self.embedded = embedded
    self.arguments = arguments
    bytes.reserveCapacity(2_048)
  }

  /// Writes the members, without the braces around them.
  mutating func write(_ template: Template) {
    list = template.list
    write(template.members)
  }

  private mutating func write(_ members: [Template.Member]) {
    var isFirst = true
    for member in members {
      let start = bytes.count
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      bytes += member.name
      if write(member.value) {
        isFirst = false
      } else {
        bytes.removeSubrange(start...)
      }
    }
  }

  /// Whether there was something to write.
  mutating func write(_ node: Template.Node) -> Bool {
    switch node {
    case .literal(let literal):
      bytes += literal
      return !literal.isEmpty
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      write(members)
      bytes.append(UInt8(ascii: "}"))
      return true
    case .array(let elements):
      list(elements) { writer, element in writer.write(element) }
      return true
    case .first(let pick, let otherwise):
      return writeFirst(pick) || (otherwise.map { write($0) } ?? false)
    case .all(let pick):
      guard let found = nodes(of: pick) else { return false }
      list(found) { writer, item in writer.copy(item.node, of: item.document) }
      return true
    case .each(let pick, let item, let limit):
      guard let found = nodes(of: pick) else { return false }
      list(found.prefix(limit)) { writer, found in
        writer.items.append(found)
        defer { writer.items.removeLast() }
        return writer.write(item)
      }
      return true
    case .match(let call, let key, let path, let otherwise):
      return writeMatch(call, key, path) || (otherwise.map { write($0) } ?? false)
    case .link(let parts): return write(parts)
    case .list(let part): return write(part)
    case .embed(let embed): return write(embed)
    case .argument(let name):
      guard let value = arguments[name] else { return false }
      bytes += value
      return true
    }
  }

  mutating func list<Elements: Sequence>(
    _ elements: Elements,
    _ body: (inout TemplateWriter, Elements.Element) -> Bool
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      let start = bytes.count
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if body(&self, element) { isFirst = false } else { bytes.removeSubrange(start...) }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func copy(_ node: JSONNode, of document: JSONDocument) -> Bool {
    bytes.append(document.source(of: node))
    return true
  }

  private mutating func writeFirst(_ pick: Pick) -> Bool {
    switch pick.root {
    case .call(let name):
      guard let call = results.plan.index(of: name) else { return false }
      for document in results.documents(of: call) {
        if let node = TemplateWriter.first(pick.path, in: document, from: document.root) {
          return copy(node, of: document)
        }
      }
      return false
    case .item:
      guard let item = items.last,
        let node = TemplateWriter.first(pick.path, in: item.document, from: item.node)
      else { return false }
      return copy(node, of: item.document)
    case .query(let name):
      guard let text = results.inputs.query[name] else { return false }
      let parameter = results.plan.parameters.first { $0.name == name }
      if case .integer = parameter?.kind, let number = Int(text) {
        bytes += "\(number)".utf8
      } else {
        bytes.appendJSON(text)
      }
      return true
    case .route, .visitor:
      guard let text = results.texts(of: pick).first else { return false }
      bytes.appendJSON(text)
      return true
    }
  }

  private static func first(
    _ path: JSONPath?,
    in document: JSONDocument,
    from start: JSONNode
  ) -> JSONNode? {
    guard let path else { return start }
    return (try? path.firstNode(in: document, from: start)) ?? nil
  }

  /// Everything that a pick finds; `nil` if what it looks in is not there.
  func nodes(of pick: Pick) -> [(document: JSONDocument, node: JSONNode)]? {
    switch pick.root {
    case .call(let name):
      guard let call = results.plan.index(of: name) else { return nil }
      var found: [(document: JSONDocument, node: JSONNode)] = []
      var isThere = false
      for document in results.documents(of: call) {
        isThere = true
        for node in PlanResults.nodes(of: pick.path, in: document, from: document.root) {
          found.append((document, node))
        }
      }
      return isThere ? found : nil
    case .item:
      guard let item = items.last else { return nil }
      return PlanResults.nodes(of: pick.path, in: item.document, from: item.node)
        .map { (item.document, $0) }
    case .route, .query, .visitor: return nil
    }
  }

  private mutating func writeMatch(_ call: Int, _ key: Pick, _ path: JSONPath?) -> Bool {
    guard let wanted = text(of: key), let found = index(of: call)[wanted],
      let node = TemplateWriter.first(path, in: found.document, from: found.node)
    else { return false }
    return copy(node, of: found.document)
  }

  private mutating func index(
    of call: Int
  ) -> [String: (document: JSONDocument, node: JSONNode)] {
    if let known = indices[call] { return known }
    var index: [String: (document: JSONDocument, node: JSONNode)] = [:]
    if let declared = results.plan.calls[call].index {
      for document in results.documents(of: call) {
        for node in PlanResults.nodes(of: declared.items, in: document, from: document.root) {
          guard let key = TemplateWriter.first(declared.key, in: document, from: node),
            let text = PlanResults.text(of: key, in: document)
          else { continue }
          index[text] = (document, node)
        }
      }
    }
    indices[call] = index
    return index
  }

  func text(of pick: Pick) -> String? {
    guard pick.root == .item else { return results.texts(of: pick).first }
    guard let item = items.last,
      let node = TemplateWriter.first(pick.path, in: item.document, from: item.node)
    else { return nil }
    return PlanResults.text(of: node, in: item.document)
  }

  private mutating func write(_ link: [Template.LinkPart]) -> Bool {
    guard let address = address(link) else { return false }
    bytes.appendJSON(address)
    return true
  }

  /// A link's address; `nil` if a part of it is nowhere to be found.
  func address(_ link: [Template.LinkPart]) -> String? {
    var address = ""
    for part in link {
      switch part {
      case .text(let text): address += String(decoding: text, as: UTF8.self)
      case .pick(let pick):
        guard let text = text(of: pick) else { return nil }
        address += PercentCoding.encode(text, keeping: .unreserved)
      }
    }
    return address
  }
}
