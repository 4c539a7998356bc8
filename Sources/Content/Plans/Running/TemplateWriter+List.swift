// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues

// A list is made of what a call brought: the items that a request asks for, in its order, a page of
// them. Where the service does that itself, nothing of it is done twice. Items whose keys are equal
// stay in the order in which the service has them.

/// The page of a list that a request gets.
struct ListPage {
  var items: [TemplateWriter.Found] = []
  /// `nil` where the service does not say.
  var total: Int?
  /// Whether something comes behind it.
  var hasMore = false
}

extension TemplateWriter {
  /// Writes a part of the list that the document is.
  mutating func write(_ part: Template.ListPart) -> Bool {
    guard let query = results.inputs.list, let page = listPage(query) else { return false }
    switch part {
    case .offset: bytes += "\(query.offset)".utf8
    case .count: bytes += "\(page.items.count)".utf8
    case .total:
      guard let total = page.total else { return false }
      bytes += "\(total)".utf8
    case .next:
      let next = query.offset + page.items.count
      guard page.hasMore, next <= ListLimits.maximumOffset,
        let url = source?.pageURL(at: next)
      else { return false }
      bytes.appendJSON(url)
    case .data(let item):
      list(page.items) { writer, found in writer.write(item, for: found) }
    }
    return true
  }

  /// The page of a query; `nil` if what it is taken from is not there.
  private mutating func listPage(_ query: ListQuery) -> ListPage? {
    if let page { return page }
    guard let list, let declared = results.plan.list, let range = find(list.items) else {
      return nil
    }
    let found = Array(found[range])
    forget(range)
    let page =
      declared.isPagedByService
      ? servicePage(found, list, query) : ownPage(found, list, declared, query)
    self.page = page
    return page
  }

  private func servicePage(
    _ found: [Found],
    _ list: Template.List,
    _ query: ListQuery
  ) -> ListPage {
    var page = ListPage(items: Array(found.prefix(query.limit)))
    page.total = list.total.flatMap { text(of: $0) }.flatMap { Int($0) }
    let end = query.offset + page.items.count
    page.hasMore =
      !page.items.isEmpty && (page.total.map { end < $0 } ?? (found.count >= query.limit))
    return page
  }

  private mutating func ownPage(
    _ found: [Found],
    _ list: Template.List,
    _ declared: ListDeclaration,
    _ query: ListQuery
  ) -> ListPage {
    let predicates = query.predicates.filter { !declared.isTold($0) }
    let names = predicates.map(\.key) + query.order.map(\.key)
    let keys = list.keys.filter { names.contains($0.name) }
    var kept: [(item: Found, values: [String: ListValue])] = []
    for item in found {
      var values: [String: ListValue] = [:]
      for key in keys { values[key.name] = value(of: key.value, for: item) }
      if predicates.allSatisfy({ $0.holds(for: values[$0.key]) }) { kept.append((item, values)) }
    }
    let places =
      query.order.isEmpty
      ? Array(kept.indices)
      : kept.indices.sorted { one, other in
        for part in query.order {
          let first = part.isFirst(kept[one].values[part.key], kept[other].values[part.key])
          if let first { return first }
        }
        return one < other
      }
    let shown = places.dropFirst(query.offset).prefix(query.limit)
    var page = ListPage(items: shown.map { kept[$0].item })
    page.total = kept.count
    page.hasMore = !shown.isEmpty && query.offset + shown.count < kept.count
    return page
  }

  /// The value of an item under a key; `nil` for none, and for arrays and objects.
  private mutating func value(
    of key: Template.Node,
    for item: Found
  ) -> ListValue? {
    let start = bytes.count
    defer { bytes.removeLast(bytes.count - start) }
    return write(key, for: item) ? ListValue(json: bytes[start...]) : nil
  }
}
