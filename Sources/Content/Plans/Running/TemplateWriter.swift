// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import LocaleFormats

/// Fills a template: values are copied byte for byte from the answers that they stand in. A member
/// whose value is nowhere to be found is left out.
struct TemplateWriter {
  /// A value of an answer, by its place.
  struct Found: BitwiseCopyable {
    let call: Int
    let part: Int
    let node: JSONNode
  }

  /// Room for the items of most lists, so that finding them does not grow step by step.
  private static let usualCount = 64
  /// A body is rarely longer than the answers that it is made of, and often much shorter than long ones.
  private static let maximumRoom = 16_384

  var bytes: [UInt8] = []
  let results: PlanResults
  /// Source of the addresses of documents and services outside of the body.
  let source: (any PlanSource)?
  /// Formats of values in the answer's language, made when first needed.
  lazy var locale = LocaleFormat.of(results.inputs.language)
  /// Calls whose answer has another kind of value than the one to be written.
  var unfit: Set<Int> = []
  /// The item that the innermost list is being mapped by.
  private(set) var item: Found?
  /// The values that picks have found and that are being written, the innermost last.
  private(set) var found: [Found] = []
  private var nodes: [JSONNode] = []
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
    embedded: [EmbedRequest: EmbeddedBody] = [:],
    _ source: (any PlanSource)? = nil
  ) {
    self.results = results
    self.source = source
    self.embedded = embedded
    self.arguments = arguments
    bytes.reserveCapacity(min(results.byteCount, TemplateWriter.maximumRoom) + 1_024)
  }

  /// The body, made of these calls.
  func composed(of calls: [Int]) -> ComposedBody {
    var composed = ComposedBody(bytes: bytes)
    for call in calls {
      composed.add(call, of: results, isUnfit: unfit.contains(call))
    }
    guard !embedded.isEmpty else { return composed }
    for request in embedded.keys.sorted(by: { $0.path < $1.path }) {
      if let body = embedded[request] { composed.add(request, body) }
    }
    return composed
  }

  /// Writes the members, without the braces around them.
  mutating func write(_ template: Template) {
    list = template.list
    write(template.members)
  }

  private mutating func write(_ members: [Template.Member]) {
    var isFirst = true
    for index in members.indices {
      let start = bytes.count
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      bytes += members[index].name
      if write(members[index].value) {
        isFirst = false
      } else {
        bytes.removeLast(bytes.count - start)
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
      guard let range = find(pick) else { return false }
      list(range) { writer, index in writer.copy(writer.found[index]) }
      forget(range)
      return true
    case .each(let pick, let item, let limit):
      guard let range = find(pick) else { return false }
      list(range.prefix(limit)) { writer, index in writer.write(item, for: writer.found[index]) }
      forget(range)
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
      if body(&self, element) { isFirst = false } else { bytes.removeLast(bytes.count - start) }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes what becomes of an item.
  mutating func write(_ node: Template.Node, for item: Found) -> Bool {
    let outer = self.item
    self.item = item
    defer { self.item = outer }
    return write(node)
  }

  private mutating func copy(_ found: Found) -> Bool {
    guard let fragment = fragment(of: found) else { return false }
    fragment.append(found.node, to: &bytes)
    return true
  }

  private mutating func writeFirst(_ pick: Pick) -> Bool {
    // Nearly all picks are of a call, whose number says so without a look at its name.
    if let call = pick.call { return copyFirst(pick.path, of: call) }
    switch pick.root {
    case .call, .item: return first(pick).map { copy($0) } ?? false
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
      guard let text = results.text(of: pick) else { return false }
      bytes.appendJSON(text)
      return true
    }
  }

  /// Copies the first value that a path finds in the answers to a call.
  private mutating func copyFirst(_ path: JSONPath?, of call: Int) -> Bool {
    for part in 0..<results.partCount(of: call) {
      guard let fragment = results.fragment(part, of: call), let node = fragment.first(path) else {
        continue
      }
      fragment.append(node, to: &bytes)
      return true
    }
    return false
  }

  private mutating func writeMatch(_ call: Int, _ key: Pick, _ path: JSONPath?) -> Bool {
    match(call, key, path).map { copy($0) } ?? false
  }

  // MARK: finding values

  /// The answer that a value is in.
  func fragment(of found: Found) -> Fragment? { results.fragment(found.part, of: found.call) }

  /// The first value of an answer that a pick finds.
  func first(_ pick: Pick) -> Found? {
    guard let call = pick.call else {
      guard case .item = pick.root, let item else { return nil }
      return first(pick.path, in: item)
    }
    for part in 0..<results.partCount(of: call) {
      if let node = results.fragment(part, of: call)?.first(pick.path) {
        return Found(call: call, part: part, node: node)
      }
    }
    return nil
  }

  /// The whole of an answer; `nil` where it is not there.
  private func root(of call: Int, _ part: Int) -> Found? {
    guard let fragment = results.fragment(part, of: call) else { return nil }
    return Found(call: call, part: part, node: fragment.document.root)
  }

  /// The first value that a path within another one leads to.
  private func first(_ path: JSONPath?, in start: Found) -> Found? {
    guard path != nil else { return start }
    guard let node = fragment(of: start)?.first(path, from: start.node) else { return nil }
    return Found(call: start.call, part: start.part, node: node)
  }

  /// Puts everything that a pick finds behind what is in `found`; `nil` if what it looks in is not there.
  mutating func find(_ pick: Pick) -> Range<Int>? {
    let start = found.count
    guard let call = pick.call else {
      guard case .item = pick.root, let item else { return nil }
      find(pick.path, in: item)
      return start..<found.count
    }
    var isThere = false
    for part in 0..<results.partCount(of: call) {
      guard let root = root(of: call, part) else { continue }
      isThere = true
      find(pick.path, in: root)
    }
    return isThere ? start..<found.count : nil
  }

  /// A path that would visit too many values leads nowhere.
  private mutating func find(_ path: JSONPath?, in start: Found) {
    guard let path else { return found.append(start) }
    guard let fragment = fragment(of: start) else { return }
    if nodes.capacity == 0 {
      nodes.reserveCapacity(TemplateWriter.usualCount)
      found.reserveCapacity(TemplateWriter.usualCount)
    }
    if (try? path.addNodes(in: fragment.document, from: start.node, to: &nodes)) != nil {
      found += nodes.lazy.map { Found(call: start.call, part: start.part, node: $0) }
    }
    nodes.removeAll(keepingCapacity: true)
  }

  /// Takes the last values out of `found` again.
  mutating func forget(_ range: Range<Int>) { found.removeSubrange(range) }

  mutating func match(_ call: Int, _ key: Pick, _ path: JSONPath?) -> Found? {
    guard let wanted = text(of: key), let item = index(of: call)[wanted] else { return nil }
    return first(path, in: item)
  }

  private mutating func index(of call: Int) -> [String: Found] {
    if let known = indices[call] { return known }
    var index: [String: Found] = [:]
    if let declared = results.plan.calls[call].index {
      let start = found.count
      for part in 0..<results.partCount(of: call) {
        if let root = root(of: call, part) { find(declared.items, in: root) }
      }
      for item in found[start...] {
        if let text = first(declared.key, in: item).flatMap({ text(of: $0) }) { index[text] = item }
      }
      forget(start..<found.count)
    }
    indices[call] = index
    return index
  }

  /// The text of a pick: a string's characters, or what a number or a boolean is written as.
  func text(of pick: Pick) -> String? {
    guard case .item = pick.root else { return results.text(of: pick) }
    return first(pick).flatMap { text(of: $0) }
  }

  private func text(of found: Found) -> String? {
    fragment(of: found).flatMap { PlanResults.text(of: found.node, in: $0.document) }
  }
}
