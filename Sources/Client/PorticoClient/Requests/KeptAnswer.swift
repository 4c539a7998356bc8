// SPDX-License-Identifier: Apache-2.0

/// The status and fields of a cached answer; its objects are in the store.
struct KeptAnswer: Sendable {
  var fields: WireFields
  var freshness: CopyFreshness
  /// The fields of the request that the answer depends on, by `Vary`.
  var request: WireFields

  /// The fields of a head that an app or a later request needs.
  private static let needed: Set = [
    "etag", "last-modified", "link", "content-type", "content-language", "vary", "cache-control",
  ]

  init(_ fields: WireFields, _ freshness: CopyFreshness, of request: WireFields) {
    self.fields = [:]
    for field in fields.all where KeptAnswer.needed.contains(field.name) {
      self.fields.add(field.name, field.value)
    }
    self.freshness = freshness
    self.request = [:]
    for name in KeptAnswer.names(fields["vary"]) where name != "*" {
      self.request.add(name, request[name] ?? "")
    }
  }

  private static func names(_ vary: String?) -> [String] {
    (vary ?? "").lowercased().split(separator: ",").map { String($0.trimmed) }.filter {
      !$0.isEmpty
    }
  }

  /// Whether the answer is the one to a request with these fields (RFC 9111 section 4.1).
  func isAnswer(to request: WireFields) -> Bool {
    KeptAnswer.names(fields["vary"]).allSatisfy { name in
      name != "*" && self.request[name] == request[name] ?? ""
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
      "fields": object(fields), "request": object(request), "expires": .integer(freshness.expires),
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
    freshness = CopyFreshness(
      expires: expires,
      staleWhileRevalidateUntil: shows,
      staleIfErrorUntil: standsIn,
      mustRevalidate: mustRevalidate
    )
  }
}

/// The heads of the cached answers, in memory and on the disk.
final class KeptAnswers: Sendable {
  private let store: ObjectStore
  private let heads = Locked<[String: KeptAnswer]>([:])

  init(in store: ObjectStore) { self.store = store }

  /// Returns the answer from an address to a request with some fields.
  func answer(from target: String, to fields: WireFields) async -> KeptAnswer? {
    var kept = heads.withLock { $0[target] }
    if kept == nil {
      let id = KeptAnswer.id(of: target)
      kept = await store.load([id])[id].flatMap { KeptAnswer($0) }
      if let kept { heads.withLock { $0[target] = $0[target] ?? kept } }
    }
    guard let kept, kept.isAnswer(to: fields) else { return nil }
    return await collection(from: target) == nil ? nil : kept
  }

  /// Returns the objects of the answer from an address.
  func collection(from target: String) async -> ObjectCollection? {
    let display = DisplayID.answer(from: target)
    if let collection = store.snapshot.collection(display) { return collection }
    return await store.load(display).collection(display)
  }

  func keep(_ answer: KeptAnswer, from target: String) {
    heads.withLock { $0[target] = answer }
    var batch = ObjectBatch()
    batch.append(document: ContiguousArray(answer.json.json), id: KeptAnswer.id(of: target))
    store.apply(batch)
  }

  /// Removes an answer from the cache; its objects stay in the store.
  func forget(_ target: String) {
    heads.withLock { $0[target] = nil }
    var batch = ObjectBatch()
    batch.remove(KeptAnswer.id(of: target))
    store.apply(batch)
  }
}
