// SPDX-License-Identifier: Apache-2.0

/// Puts the objects of an answer into a store as its bytes come (streaming).
///
/// An object, an array and a slice of a list are read by the same function; each object is in the store, and
/// handed over, as soon as it is complete.
///
/// ```swift
/// var intake = Intake(of: "/v1/notes?offset=40&limit=20", task: task.id, into: store)
/// for try await piece in body {
///   for note in try intake.read(piece) { show(note) }
/// }
/// let collection = try intake.finish()
/// ```
public struct Intake: Sendable {
  /// The most places of a list that wait for pages before one that came.
  private static let mostGap = 100_000

  private let store: ObjectStore
  private let target: String
  private let task: String
  private var parser: AnswerParser
  private var batch: ObjectBatch
  private var items = CollectionItems()
  /// The `_expire` of the answer itself, once it was read.
  package var expire: Int64? { parser.expires }
  /// The `next` of a list, once it was read: the link to the next page, or its token.
  package private(set) var next: String?
  /// The first error by which a hook left an object out.
  public private(set) var refusal: (any Error)?

  /// - Parameters:
  ///   - target: the path and query that were asked for.
  ///   - task: the id of the task.
  ///   - expires: the instant until which the answer is fresh, in seconds since 1970 by the server's clock, as its
  ///     head says.
  ///   - store: the store of its objects.
  public init(of target: String, task: String, expires: Int64? = nil, into store: ObjectStore) {
    self.store = store
    self.target = target
    self.task = task
    parser = AnswerParser()
    batch = ObjectBatch(expires: UInt32(clamping: expires ?? 0))
  }

  /// Reads a piece of the body, and returns the objects of the answer that it completes.
  public mutating func read(_ piece: ArraySlice<UInt8>) throws(JSONFault) -> [StoredObject] {
    defer { batch.removeAll() }
    var fault: JSONFault?
    do throws(JSONFault) { try parser.read(piece, into: &batch) } catch { fault = error }
    let (admitted, refusal) = store.admitted(batch)
    self.refusal = self.refusal ?? refusal
    store.apply(admitted)
    let listed = zip(admitted.objects, admitted.stored).filter(\.0.isListed).map(\.1)
    for object in listed { items.append(object.bytes[object.header.id(at: object.start)]) }
    if let fault { throw fault }
    return listed
  }

  /// Ends the answer, and returns the collection of its objects, which is in the store under the task and, with all
  /// pages that came before, under the endpoint.
  ///
  /// An answer without objects that have ids is a document: the store has it as an object whose id is the address.
  public mutating func finish() throws(JSONFault) -> ObjectCollection {
    defer { batch.removeAll() }
    let rest = try parser.finish(into: &batch)
    next = Intake.next(in: rest)
    let key = EndpointKey(target)
    if !parser.hasID, !parser.hasList || parser.hasOtherElements {
      batch.append(document: rest, id: key.description)
      items.append(RecordHeader.fitted(key.description).utf8)
    }
    var collection = ObjectCollection(.task(task))
    collection.items = items
    collection.total = parser.total.map { Int(clamping: $0) }
    collection.expires = parser.expires ?? (batch.expires > 0 ? Int64(batch.expires) : nil)
    var joined = collection
    joined.display = .endpoint(key)
    if let offset = parser.offset, offset > 0,
      let known = store.snapshot.collection(.endpoint(key)),
      offset <= known.items.count + Intake.mostGap
    {
      joined.items = known.items
      joined.items.place(items, at: Int(clamping: offset))
      joined.expires = ObjectCollection.earlier(known.expires, joined.expires)
    }
    var collections = [collection, joined]
    if case .page = DisplayID.answer(from: target) {
      collections.append(collection)
      collections[2].display = .page(target)
    }
    store.apply(batch, collections: collections)
    return collection
  }

  private static func next(in rest: ContiguousArray<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: "{") else { return nil }
    for member in ObjectMembers(rest, in: rest.indices)
    where rest[member.name].elementsEqual("next".utf8) {
      return (try? JSONValue(json: rest[member.value]))?.string
    }
    return nil
  }
}
