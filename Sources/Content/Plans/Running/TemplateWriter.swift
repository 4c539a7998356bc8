// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import LocaleFormats

/// Fills a template: values are copied byte for byte from the answers that they stand in. A member
/// whose value is nowhere to be found is left out.
struct TemplateWriter {
  /// A value of an answer.
  struct Found {
    let document: JSONDocument
    let node: JSONNode
    let call: Int
  }

  var bytes: [UInt8] = []
  let results: PlanResults
  /// How the answer's language writes values, made when it is first asked for.
  lazy var locale = LocaleFormat.of(results.inputs.language)
  /// The calls that say something else than the kind of value that is to be written.
  var unfit: Set<Int> = []
  /// The items that lists are being mapped by, the innermost last.
  var items: [Found] = []
  /// The items of calls by their keys, made when they are first looked for.
  private var indices: [Int: [String: Found]] = [:]
  /// The documents that are there to stand in this one, and those that are wanted and are not.
  let embedded: [EmbedRequest: EmbeddedBody]
  var wanted: [EmbedRequest] = []
  /// The values of a call's variables, as JSON.
  private let arguments: [String: [UInt8]]
  /// The page of the list, once it is known.
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
    case .link(let link): return write(link)
    case .formatted(let formatted): return write(formatted)
    case .text(let text): return write(text)
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
    case .call, .item:
      guard let found = found(pick) else { return false }
      return copy(found.node, of: found.document)
    case .query(let name):
      guard let text = results.inputs.query[name] else { return false }
      let parameter = results.plan.parameters.first { $0.name == name }
      if case .number = parameter?.kind, let number = ExactDecimal(text.utf8) {
        bytes += number.text.utf8
      } else {
        bytes.appendJSON(text)
      }
      return true
    case .route, .flow, .visitor:
      guard let text = results.texts(of: pick).first else { return false }
      bytes.appendJSON(text)
      return true
    }
  }

  /// The first value of an answer that a pick finds.
  func found(_ pick: Pick) -> Found? {
    switch pick.root {
    case .call(let name):
      guard let call = results.plan.index(of: name) else { return nil }
      for document in results.documents(of: call) {
        if let node = TemplateWriter.first(pick.path, in: document, from: document.root) {
          return Found(document: document, node: node, call: call)
        }
      }
      return nil
    case .item:
      guard let item = items.last,
        let node = TemplateWriter.first(pick.path, in: item.document, from: item.node)
      else { return nil }
      return Found(document: item.document, node: node, call: item.call)
    case .route, .query, .flow, .visitor: return nil
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
  func nodes(of pick: Pick) -> [Found]? {
    switch pick.root {
    case .call(let name):
      guard let call = results.plan.index(of: name) else { return nil }
      var found: [Found] = []
      var isThere = false
      for document in results.documents(of: call) {
        isThere = true
        for node in PlanResults.nodes(of: pick.path, in: document, from: document.root) {
          found.append(Found(document: document, node: node, call: call))
        }
      }
      return isThere ? found : nil
    case .item:
      guard let item = items.last else { return nil }
      return PlanResults.nodes(of: pick.path, in: item.document, from: item.node)
        .map { Found(document: item.document, node: $0, call: item.call) }
    case .route, .query, .flow, .visitor: return nil
    }
  }

  private mutating func writeMatch(_ call: Int, _ key: Pick, _ path: JSONPath?) -> Bool {
    guard let found = match(call, key, path) else { return false }
    return copy(found.node, of: found.document)
  }

  mutating func match(_ call: Int, _ key: Pick, _ path: JSONPath?) -> Found? {
    guard let wanted = text(of: key), let item = index(of: call)[wanted],
      let node = TemplateWriter.first(path, in: item.document, from: item.node)
    else { return nil }
    return Found(document: item.document, node: node, call: call)
  }

  private mutating func index(of call: Int) -> [String: Found] {
    if let known = indices[call] { return known }
    var index: [String: Found] = [:]
    if let declared = results.plan.calls[call].index {
      for document in results.documents(of: call) {
        for node in PlanResults.nodes(of: declared.items, in: document, from: document.root) {
          guard let key = TemplateWriter.first(declared.key, in: document, from: node),
            let text = PlanResults.text(of: key, in: document)
          else { continue }
          index[text] = Found(document: document, node: node, call: call)
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
}
