// SPDX-License-Identifier: Apache-2.0

/// The status and fields of a cached answer; its objects are in the store.
struct StoredAnswer: Sendable {
  var fields: WireFields
  var freshness: CopyFreshness
  /// The fields of the request that the answer depends on, by `Vary`, with hashes of their values, since some are
  /// credentials.
  var request: WireFields
  /// The link to the next page of a list, or the token of that page.
  var next: String?
  /// The number of the request, by which an answer is older than a change of its address; zero for one of an earlier
  /// process.
  var number: UInt64 = 0

  /// The fields of a head that an app or a later request needs.
  private static let needed: Set = [
    "etag", "last-modified", "link", "content-type", "content-language", "vary", "cache-control",
    "expires", "edition",
  ]

  init(
    _ fields: WireFields,
    _ freshness: CopyFreshness,
    of request: WireFields,
    _ number: UInt64
  ) {
    self.fields = [:]
    for field in fields.all where StoredAnswer.needed.contains(field.name) {
      self.fields.add(field.name, field.value)
    }
    (self.freshness, self.number) = (freshness, number)
    self.request = [:]
    for name in StoredAnswer.names(fields["vary"]) where name != "*" {
      self.request.add(name, StoredAnswer.hash(request[name]))
    }
  }

  private static func hash(_ value: String?) -> String {
    value.map { String(IDHash.of($0.utf8), radix: 16) } ?? ""
  }

  /// The answer after a 304 or a head: its fields with those that came, and the freshness by all of them.
  func updated(by fields: WireFields, now: Int64, _ number: UInt64) -> StoredAnswer {
    var updated = self
    updated.number = number
    for name in StoredAnswer.needed {
      if let value = fields[name] { updated.fields[name] = value }
    }
    var all = updated.fields
    for name in ["date", "age"] { all[name] = fields[name] }
    updated.freshness = CopyFreshness(all, now: now)
    return updated
  }

  private static func names(_ vary: String?) -> [String] {
    (vary ?? "").lowercased().split(separator: ",").map { String($0.trimmed) }.filter {
      !$0.isEmpty
    }
  }

  /// Whether the answer is the one to a request with these fields (RFC 9111 section 4.1).
  func isAnswer(to request: WireFields) -> Bool {
    StoredAnswer.names(fields["vary"]).allSatisfy { name in
      name != "*" && self.request[name] == StoredAnswer.hash(request[name])
    }
  }

  static func id(of target: String) -> String { "answer:" + target }

  /// The form in which the disk has it.
  var json: JSONValue {
    func object(_ fields: WireFields) -> JSONValue {
      .object(
        Dictionary(fields.all.map { ($0.name, .string($0.value)) }) {
          .string("\($0.string ?? ""), \($1.string ?? "")")
        }
      )
    }
    return [
      "fields": object(fields), "request": object(request), "next": next.map { .string($0) } ?? nil,
      "expires": .integer(freshness.expires),
      "shows": .integer(freshness.staleWhileRevalidateUntil),
      "standsIn": .integer(freshness.staleIfErrorUntil),
      "mustRevalidate": .bool(freshness.mustRevalidate),
    ]
  }

  init?(_ object: StoredObject) {
    guard let expires = object["expires"]?.integer, let shows = object["shows"]?.integer,
      let standsIn = object["standsIn"]?.integer,
      let mustRevalidate = object["mustRevalidate"]?.bool
    else { return nil }
    func fields(_ name: String) -> WireFields {
      var fields: WireFields = [:]
      for (name, value) in object[name]?.object ?? [:] { fields.add(name, value.string ?? "") }
      return fields
    }
    (self.fields, request) = (fields("fields"), fields("request"))
    next = object["next"]?.string
    freshness = CopyFreshness(
      expires: expires,
      staleWhileRevalidateUntil: shows,
      staleIfErrorUntil: standsIn,
      mustRevalidate: mustRevalidate
    )
  }
}

/// The heads of the cached answers, in memory and on the disk.
final class StoredAnswers: Sendable {
  private struct State: Sendable {
    var heads: [String: StoredAnswer] = [:]
    /// The numbers of the last changes of paths.
    var changes: [String: UInt64] = [:]
    var last: UInt64 = 0
  }

  private let store: ObjectStore
  private let state = Locked(State())

  init(in store: ObjectStore) { self.store = store }

  /// Returns the number of a request that begins.
  func number() -> UInt64 {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Returns the answer from an address to a request with some fields.
  func answer(from target: String, to fields: WireFields) async -> StoredAnswer? {
    guard let kept = await head(of: target), kept.isAnswer(to: fields) else { return nil }
    return await collection(from: target) == nil ? nil : kept
  }

  private func head(of target: String) async -> StoredAnswer? {
    var kept = state.withLock { $0.heads[target] }
    if kept == nil {
      let id = StoredAnswer.id(of: target)
      kept = await store.load([id])[id].flatMap { StoredAnswer($0) }
      if let kept { state.withLock { $0.heads[target] = $0.heads[target] ?? kept } }
    }
    let change = state.withLock { $0.changes[StoredAnswers.path(target)] ?? 0 }
    if let number = kept?.number, number < change { kept?.freshness.invalidate() }
    return kept
  }

  private static func path(_ target: String) -> String { String(target.prefix { $0 != "?" }) }

  /// Returns the objects of the answer from an address.
  func collection(from target: String) async -> ObjectCollection? {
    let display = DisplayID.answer(from: target)
    if let collection = store.snapshot.collection(display) { return collection }
    return await store.load(display).collection(display)
  }

  func keep(_ answer: StoredAnswer, from target: String) {
    state.withLock { $0.heads[target] = answer }
    var batch = ObjectBatch()
    batch.append(document: ContiguousArray(answer.json.json), id: StoredAnswer.id(of: target))
    store.apply(batch)
  }

  /// Notes the link to the page behind that of an address.
  func lead(from target: String, to next: String) {
    guard var kept = state.withLock({ $0.heads[target] }), kept.next != next else { return }
    kept.next = next
    keep(kept, from: target)
  }

  /// Marks the answers from a path, whatever their query: they must be revalidated before they are used.
  func invalidate(_ target: String) async {
    let number = number()
    state.withLock { $0.changes[StoredAnswers.path(target)] = number }
    // The next process knows no numbers.
    if let kept = await head(of: target) { keep(kept, from: target) }
  }

  /// Removes an answer from the cache; its objects stay in the store.
  func forget(_ target: String) {
    state.withLock { $0.heads[target] = nil }
    var batch = ObjectBatch()
    batch.remove(StoredAnswer.id(of: target))
    store.apply(batch)
  }
}
