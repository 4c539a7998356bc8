// SPDX-License-Identifier: Apache-2.0

/// A fetch of records: local by default, and remote if it has an endpoint.
///
/// ```swift
/// let best = RecordQuery(of: "note", where: RecordField("stars") > 3, order: ["-_created"], limit: 20)
/// let known = best.objects(in: client.store.snapshot)
/// let newest = try await client.fetch(best.at("/v1/notes"))
/// ```
public struct RecordQuery: Sendable, Hashable {
  /// The type: the beginning of the ids of its objects, such as `note`.
  public var type: String
  /// The path of the records at the service; `nil` for a fetch from the store alone.
  public var endpoint: String?
  /// The condition that the records meet.
  public var filter: RecordFilter
  /// The fields by which the records are sorted, with a minus for descending.
  public var order: [String]
  /// The fields of the records that the answer has; all of them without any.
  public var fields: [String]
  /// The fields whose referenced records the answer has, too.
  public var include: [String]
  /// The most records, or those of a page.
  public var limit: Int?

  /// Creates a query.
  public init(
    of type: String,
    at endpoint: String? = nil,
    where filter: RecordFilter = .all([]),
    order: [String] = [],
    fields: [String] = [],
    include: [String] = [],
    limit: Int? = nil
  ) {
    (self.type, self.endpoint, self.filter) = (type, endpoint, filter)
    (self.order, self.fields, self.include, self.limit) = (order, fields, include, limit)
  }

  /// Returns the same query, asked at an endpoint.
  public func at(_ endpoint: String) -> RecordQuery {
    var query = self
    query.endpoint = endpoint
    return query
  }

  /// The link of the first page; `nil` without an endpoint.
  public var link: String? {
    guard let endpoint else { return nil }
    var parameters: [(String, String)] = []
    if filter != .all([]) { parameters.append(("filter", filter.description)) }
    for (name, values) in [("order", order), ("fields", fields), ("include", include)]
    where !values.isEmpty {
      parameters.append((name, values.joined(separator: ",")))
    }
    if let limit { parameters.append(("limit", "\(limit)")) }
    return parameters.reduce(endpoint) { $0.settingQuery($1.0, to: $1.1) }
  }

  /// Returns the objects of a snapshot that match, in their order.
  public func objects(in snapshot: Snapshot) -> [StoredObject] {
    let all =
      snapshot.objects(of: type) ?? snapshot.all.filter { $0.id.hasPrefix(type + "-") }
    let found = all.filter { $0.isFilled && filter.matches($0) }
    let keys = order.map { (name: String($0.drop { $0 == "-" }), isDescending: $0.hasPrefix("-")) }
    let sorted = found.map { object in (object, keys.map { object[$0.name] }) }.sorted {
      for (place, key) in keys.enumerated() {
        let (one, other) = key.isDescending ? ($1, $0) : ($0, $1)
        if RecordQuery.isLess(one.1[place], other.1[place]) { return true }
        if RecordQuery.isLess(other.1[place], one.1[place]) { return false }
      }
      let isDescending = keys.last?.isDescending ?? false
      return isDescending ? $0.0.id > $1.0.id : $0.0.id < $1.0.id
    }
    return sorted.prefix(limit.map { max(0, $0) } ?? sorted.count).map(\.0)
  }

  /// Whether a value comes before another one: nothing, `false`, `true`, numbers, texts by their code points.
  private static func isLess(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
    let (rank, otherRank) = (rank(one), RecordQuery.rank(other))
    guard rank == otherRank else { return rank < otherRank }
    if let one = one?.integer, let other = other?.integer { return one < other }
    if let one = one?.double, let other = other?.double { return one < other }
    guard let one = one?.string, let other = other?.string else { return false }
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private static func rank(_ value: JSONValue?) -> Int {
    switch value {
    case .none, .null: 0
    case .bool(let value): value ? 2 : 1
    case .integer, .number: 3
    case .string: 4
    case .array, .object: 5
    }
  }
}

extension Client {
  /// Returns the objects of a query: those of the store, or those of the service's answer if the query has an endpoint.
  public func fetch(
    _ query: RecordQuery,
    policy: FetchPolicy = .freshCopy
  ) async throws -> [StoredObject] {
    guard let link = query.link else { return query.objects(in: store.snapshot) }
    return try await launch(link, policy: policy).answer.objects
  }

  /// Returns an object with some fields, and asks the service only for those that the store lacks or that are stale.
  ///
  /// - Parameters:
  ///   - id: the id of the object.
  ///   - endpoint: the path of the records of its type, such as `/v1/notes`.
  ///   - fields: the fields that are needed.
  public func object(
    _ id: String,
    at endpoint: String,
    fields: Set<String>
  ) async throws -> StoredObject? {
    let known = await store.load([id])
    guard let missing = known.missingFields(fields, of: id, at: now) else { return known[id] }
    let link = "\(endpoint)/\(id.encodedForQuery)"
    let names = missing.sorted().joined(separator: ",")
    let answer = try await launch(link.settingQuery("fields", to: names)).answer
    return answer.snapshot[id]
  }
}

extension String {
  /// The text with everything percent-encoded that a query or a segment of a path cannot have.
  var encodedForQuery: String { percentEncoded(keeping: ",") }

  /// Returns a link with a parameter set, in place of another value of it or behind the others.
  func settingQuery(_ name: String, to value: String) -> String {
    let item = "\(name)=\(value.encodedForQuery)"
    guard let mark = firstIndex(of: "?") else { return "\(self)?\(item)" }
    var items = self[index(after: mark)...].split(separator: "&").map { String($0) }
    if let place = items.firstIndex(where: { $0.prefix { $0 != "=" } == name }) {
      items[place] = item
    } else {
      items.append(item)
    }
    return self[..<mark] + "?" + items.joined(separator: "&")
  }

  /// The value of a parameter as it is written.
  func query(_ name: String) -> Substring? {
    guard let mark = firstIndex(of: "?") else { return nil }
    let items = self[index(after: mark)...].split(separator: "&")
    return items.first { $0.prefix { $0 != "=" } == name }?.drop { $0 != "=" }.dropFirst()
  }
}
