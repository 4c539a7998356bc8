// SPDX-License-Identifier: Apache-2.0

/// The key of a paginated list: the address without the parameters that select a page or fields (`offset`, `count`,
/// `limit`, `page`, `fields`), so that all pages of the list have the same key.
public struct EndpointKey: Sendable, Hashable, CustomStringConvertible {
  private static let selecting: Set<Substring> = ["offset", "count", "limit", "page", "fields"]

  /// The path, and what is left of the query in the order of its names.
  public let description: String

  /// - Parameter target: a path with or without a query, such as `/v1/notes?where=stars,moreThan,3&limit=20`.
  public init(_ target: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? parts[1].split(separator: "&") : []
    let kept = query.filter { item in
      !EndpointKey.selecting.contains(item.prefix { $0 != "=" })
    }
    description =
      (parts.first ?? "") + (kept.isEmpty ? "" : "?" + kept.sorted().joined(separator: "&"))
  }
}

/// The name of a collection: the task whose answer it is, or the endpoint whose pages it joins.
public enum DisplayID: Sendable, Hashable {
  case task(String)
  case endpoint(EndpointKey)
  /// One page of an endpoint, by its path and query.
  case page(String)

  /// The address of the answer; `nil` for the collection of a task.
  package var target: String? {
    switch self {
    case .task: nil
    case .endpoint(let key): key.description
    case .page(let target): target
    }
  }

  /// The collection of the answer from an address: that of a page, or of the endpoint where it has no pages.
  package static func answer(from target: String) -> DisplayID {
    let key = EndpointKey(target)
    return key.description == target ? .endpoint(key) : .page(target)
  }
}

/// The ids of objects in an order, as an answer listed them.
///
/// Three answers to requests for the pages of one endpoint make four collections: one for each task, and one of
/// the endpoint with all pages.
public struct ObjectCollection: Sendable {
  /// The name of the collection.
  public internal(set) var display: DisplayID
  /// The ids of the objects; the id of a place whose page has not come is empty.
  public internal(set) var items: CollectionItems
  /// The number of objects that the whole list has, as the server last said.
  public internal(set) var total: Int?
  /// The instant until which the collection is fresh, in seconds since 1970 by the server's clock.
  public internal(set) var expires: Int64?

  package init(_ display: DisplayID) {
    self.display = display
    items = CollectionItems()
  }

  static func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

/// Ids of objects, packed into one array of bytes.
public struct CollectionItems: Sendable, RandomAccessCollection {
  fileprivate var bytes = ContiguousArray<UInt8>()
  fileprivate var ends = ContiguousArray<UInt32>()

  package init() {}

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of places.
  public var endIndex: Int { ends.count }

  /// The id at a place; empty where its page has not come.
  public subscript(position: Int) -> String {
    String(decoding: bytes[range(position)], as: UTF8.self)
  }

  private func range(_ position: Int) -> Range<Int> {
    (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
  }

  @inline(__always)
  package mutating func append(_ id: some Collection<UInt8>) {
    bytes.append(contentsOf: id)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Puts a page at `offset`; places before it that nobody knows become empty ids.
  package mutating func place(_ page: CollectionItems, at offset: Int) {
    if offset == count {
      append(contentsOf: page)
      return
    }
    var placed = CollectionItems()
    for position in 0..<Swift.max(count, offset + page.count) {
      if position >= offset, position < offset + page.count {
        placed.append(page.bytes[page.range(position - offset)])
      } else if position < count {
        placed.append(bytes[range(position)])
      } else {
        placed.append([])
      }
    }
    self = placed
  }

  private mutating func append(contentsOf page: CollectionItems) {
    let base = UInt32(truncatingIfNeeded: bytes.count)
    bytes.append(contentsOf: page.bytes)
    ends.append(contentsOf: page.ends.lazy.map { $0 &+ base })
  }

  /// Removes an id wherever it stands, and returns whether it stood anywhere.
  package mutating func remove(_ id: String) -> Bool {
    let kept = indices.filter { !bytes[range($0)].elementsEqual(id.utf8) }
    guard kept.count < count else { return false }
    var items = CollectionItems()
    for position in kept { items.append(bytes[range(position)]) }
    self = items
    return true
  }
}

extension ObjectCollection {
  /// The id under which a collection is kept; `nil` for that of a task, which is not.
  package static func id(of display: DisplayID) -> String? {
    switch display {
    case .task: nil
    case .endpoint(let key): "collection:" + key.description
    case .page(let target): "page:" + target
    }
  }

  /// The record of the collection, behind those of a batch.
  package func append(to batch: inout ObjectBatch) {
    guard let id = ObjectCollection.id(of: display).map({ RecordHeader.fitted($0) }) else { return }
    var body = ContiguousArray<UInt8>()
    body.reserveCapacity(id.utf8.count + 20 + items.size)
    body.append(contentsOf: id.utf8)
    body.append(number: UInt64(bitPattern: Int64(total ?? -1)), 8)
    body.append(number: UInt64(bitPattern: expires ?? -1), 8)
    items.append(to: &body)
    let header = RecordHeader(
      length: UInt32(truncatingIfNeeded: body.count),
      idStart: 0,
      idLength: UInt8(truncatingIfNeeded: id.utf8.count),
      content: .collection
    )
    batch.append(body[...], header, isListed: false)
  }

  /// Reads the record of a collection; `nil` for another one.
  package init?(_ display: DisplayID, _ record: StoredObject) {
    guard record.header.content == .collection else { return nil }
    let body = record.header.body(at: record.start)
    let start = body.lowerBound + Int(record.header.idLength)
    guard start + 16 <= body.upperBound,
      let items = CollectionItems(record.bytes[start + 16..<body.upperBound])
    else { return nil }
    self.init(display)
    self.items = items
    let total = Int64(bitPattern: record.bytes.span.number(at: start, 8))
    let expires = Int64(bitPattern: record.bytes.span.number(at: start + 8, 8))
    self.total = total < 0 ? nil : Int(clamping: total)
    self.expires = expires < 0 ? nil : expires
  }
}

extension CollectionItems {
  /// The bytes of all ids and of their ends.
  fileprivate var size: Int { bytes.count + 4 * ends.count }

  fileprivate func append(to bytes: inout ContiguousArray<UInt8>) {
    bytes.append(number: UInt64(ends.count), 4)
    for end in ends { bytes.append(number: UInt64(end), 4) }
    bytes.append(contentsOf: self.bytes)
  }

  fileprivate init?(_ packed: ArraySlice<UInt8>) {
    let span = packed.span
    guard span.count >= 4 else { return nil }
    let count = Int(truncatingIfNeeded: span.number(at: 0, 4))
    guard count <= (span.count - 4) / 4 else { return nil }
    self.init()
    bytes = ContiguousArray(packed[(packed.startIndex + 4 + 4 * count)...])
    for place in 0..<count {
      let end = UInt32(truncatingIfNeeded: span.number(at: 4 + 4 * place, 4))
      guard end >= ends.last ?? 0, Int(end) <= bytes.count else { return nil }
      ends.append(end)
    }
  }
}
