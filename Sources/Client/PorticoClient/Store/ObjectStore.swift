// SPDX-License-Identifier: Apache-2.0

/// The objects of one environment and account: flat, one for each id, however many answers brought its fields.
///
/// Reading is synchronous, from snapshots that never change. Answers come in through an ``Intake``, the app's own
/// changes through ``write(_:)``.
///
/// ```swift
/// let store = ObjectStore()
/// let undo = try store.write { $0.put(["uuid": "note-1", "text": "More roses"]) }
/// print(store.snapshot["note-1"]?["text"]?.string ?? "")
/// try store.undo(undo)
/// ```
public final class ObjectStore: Sendable {
  private struct State: Sendable {
    var content = StoreState()
    var latest: Snapshot?
    var hooks: [StoreHook] = []
    var observers: [UInt64: WeakObserver] = [:]
    var lastObserver: UInt64 = 0
    var overlay: (any StoreOverlay)?
  }

  private struct WeakObserver: Sendable {
    weak let observer: StoreObserver?
  }

  private let state = Locked(State())
  private let disk: StoreDisk?

  /// Creates a store that is empty until objects come, or are loaded; nothing is read from a disk here.
  ///
  /// - Parameter persistence: where objects outlive the process; `nil` for a store in memory alone.
  public init(persistence: (any ObjectPersistence)? = nil) {
    disk = persistence.map { StoreDisk($0) }
  }

  /// The objects and collections as they are now.
  public var snapshot: Snapshot {
    state.withLock { state in
      if let latest = state.latest { return latest }
      let snapshot = state.content.snapshot()
      state.latest = snapshot
      return snapshot
    }
  }

  /// The bytes of all objects, and those that the memory for them takes.
  public var size: (objects: Int, memory: Int) {
    state.withLock { ($0.content.usedBytes, $0.content.bytes) }
  }

  /// Declares an index of the objects of a type, such as `note`, by the values of a field, or of all objects of the
  /// type.
  public func addIndex(of type: String, on field: String? = nil) {
    state.withLock { state in
      state.content.addIndex(of: type, on: field)
      state.latest = nil
    }
  }

  /// Declares functions that are called for each change of objects of a type.
  public func addHook(_ hook: StoreHook) { state.withLock { $0.hooks.append(hook) } }

  /// The changes of a part from now on.
  public func changes(of part: ObservedPart) -> ObjectChanges {
    let number = state.withLock { state in
      state.lastObserver += 1
      return state.lastObserver
    }
    let observer = StoreObserver(part) { [weak self] in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
    }
    state.withLock { $0.observers[number] = WeakObserver(observer: observer) }
    return ObjectChanges(observer: observer, store: self)
  }

  /// The number of observers; for tests.
  package var observerCount: Int { state.withLock { $0.observers.count } }

  /// Lays changes that the server does not have yet over what it has, from now on.
  package func setOverlay(_ overlay: any StoreOverlay) { state.withLock { $0.overlay = overlay } }

  /// Takes objects in, and tells hooks and observers.
  package func apply(_ batch: ObjectBatch, collections: [ObjectCollection] = []) {
    transact(collections) { _ in batch }
  }

  /// Takes objects in that are chosen by what is there, while nobody else changes the store.
  package func transact(
    _ collections: [ObjectCollection] = [],
    _ choose: @Sendable (StoreState) -> ObjectBatch
  ) {
    let (hooks, before) = state.withLock { ($0.hooks, $0.hooks.isEmpty ? nil : $0.latest) }
    let old = hooks.isEmpty ? nil : before ?? snapshot
    let (batch, changes, observers) = state.withLock { state in
      var changes = StoreChanges(isWanted: !state.observers.isEmpty)
      let batch = choose(state.content)
      let shown = state.overlay?.shown(batch, over: state.content)
      state.content.apply(shown ?? batch, &changes)
      for collection in collections {
        state.content.collections[collection.display] = collection
        changes.collections.insert(collection.display)
      }
      state.latest = nil
      if let disk {
        // The disk has what the server has, in the order in which the store took it in.
        var kept = batch
        for collection in collections { collection.append(to: &kept) }
        disk.keep(kept)
      }
      return (batch, changes, state.observers.values.compactMap(\.observer))
    }
    for observer in observers { observer.add(changes) }
    guard let old else { return }
    let new = snapshot
    for object in batch.stored {
      let change = (old: old[object.id], new: new[object.id])
      for hook in hooks where hook.isAbout(change) { hook.after(change) }
    }
  }

  /// Returns the batch without the objects that a hook refuses, and the first refusal.
  package func admitted(_ batch: ObjectBatch) -> (batch: ObjectBatch, refusal: (any Error)?) {
    let hooks = state.withLock { $0.hooks }
    guard !hooks.isEmpty else { return (batch, nil) }
    let old = snapshot
    var (admitted, refusal) = (ObjectBatch(expires: batch.expires), (any Error)?.none)
    for (object, place) in zip(batch.stored, batch.objects) {
      let known = old[object.id]
      var new = object.header.content == .removal ? nil : object
      if let old = known, let given = new {
        new = ObjectMerge.record(old, given).map { StoredObject($0, at: 0) } ?? old
      }
      let change = (old: known, new: new)
      do {
        for hook in hooks where hook.isAbout(change) { try hook.before(change) }
        admitted.append(
          object.bytes[object.header.body(at: object.start)],
          object.header,
          isListed: place.isListed
        )
      } catch {
        refusal = refusal ?? error
      }
    }
    return (admitted, refusal)
  }

  /// Makes changes of the app's own in one transaction, and returns how to undo them.
  ///
  /// - Throws: the error of a hook that refuses a change, or of `body`.
  @discardableResult
  public func write(_ body: (inout StoreWrite) throws -> Void) throws -> StoreUndo {
    var write = StoreWrite(snapshot)
    try body(&write)
    let (batch, refusal) = admitted(write.batch)
    if let refusal { throw refusal }
    let undo = StoreUndo(before: write.before, ids: write.ids)
    apply(batch)
    return undo
  }

  /// Undoes a write: the objects that it changed become what they were before.
  public func undo(_ undo: StoreUndo) throws {
    let now = snapshot
    var batch = ObjectBatch()
    for id in undo.ids {
      // The object goes first, since a record of an older version says nothing new.
      if now.contains(id) { batch.remove(id) }
      if let old = undo.before[id] {
        batch.append(old.bytes[old.header.body(at: old.start)], old.header, isListed: false)
      }
    }
    let (admitted, refusal) = admitted(batch)
    if let refusal { throw refusal }
    apply(admitted)
  }

  /// Brings objects from the disk, as far as the store does not have them, and returns it as it is then.
  ///
  /// Answers need not wait for it: what they brought meanwhile stays.
  @discardableResult
  public func load(_ ids: some Sequence<String>) async -> Snapshot {
    let missing = ids.filter { !snapshot.contains($0) }
    if let disk, !missing.isEmpty { enter(await disk.records(missing)) }
    return snapshot
  }

  /// Brings a collection and its first objects from the disk.
  ///
  /// - Parameters:
  ///   - display: the name of the collection.
  ///   - first: the most objects of the collection that are loaded with it.
  @discardableResult
  public func load(_ display: DisplayID, first: Int = 50) async -> Snapshot {
    if let disk, let id = ObjectCollection.id(of: display), snapshot.collection(display) == nil,
      let record = await disk.records([id]).objects.first,
      let collection = ObjectCollection(display, record)
    {
      state.withLock { state in
        if state.content.collections[display] == nil {
          state.content.collections[display] = collection
        }
        state.latest = nil
      }
    }
    return await load(snapshot.collection(display)?.items.prefix(first).map { $0 } ?? [])
  }

  /// Makes the objects of a collection fresh until another instant, since the server said that it is current.
  package func refresh(_ collection: ObjectCollection, until expires: Int64?) {
    let snapshot = snapshot
    var batch = ObjectBatch()
    for id in collection.items {
      if let object = snapshot[id], !object.isFresh(until: expires) {
        batch.append(object, freshUntil: UInt32(clamping: expires ?? 0))
      }
    }
    var collection = collection
    collection.expires = expires
    apply(batch, collections: [collection])
  }

  private func enter(_ records: RecordList) {
    let (changes, observers) = state.withLock { state in
      var changes = StoreChanges(isWanted: !state.observers.isEmpty)
      let rest = state.overlay?.taking(records) ?? records
      state.content.applyUnderneath(rest, &changes)
      let shown = state.overlay?.shown(ObjectBatch(), over: state.content)
      if let shown { state.content.apply(shown, &changes) }
      state.latest = nil
      return (changes, state.observers.values.compactMap(\.observer))
    }
    for observer in observers { observer.add(changes) }
  }

  /// Evicts objects from memory, the longest unchanged ones first, until the others take at most `bytes`; they can
  /// be loaded from the disk again.
  public func evict(to bytes: Int, pinning pinned: Set<String> = []) {
    _ = snapshot
    state.withLock { state in
      let pinned = pinned.union(state.overlay?.objects ?? [])
      state.content.evict(to: bytes) { pinned.contains($0.id) }
      state.latest = nil
    }
  }

  /// Collects garbage, in memory and on the disk: removes collections that are not kept, and all objects that no
  /// kept collection and no pinned object refers to, directly or through others.
  ///
  /// - Parameters:
  ///   - kept: whether to keep a collection.
  ///   - pinned: the ids of objects that stay, with those that they refer to.
  public func collectGarbage(
    keeping kept: (ObjectCollection) -> Bool,
    pinning pinned: Set<String> = []
  ) {
    let snapshot = snapshot
    let pinned = pinned.union(state.withLock { $0.overlay?.objects ?? [] })
    let roots = snapshot.collections.values.filter(kept)
    var ids = roots.flatMap { Array($0.items) } + pinned + snapshot.synced
    ids += roots.compactMap { $0.display.target.map { StoredAnswer.id(of: $0) } }
    // The next start begins with these.
    ids += [CookieJar.id, TransitionCounts.recordID]
    ids += snapshot.all.map(\.id).filter { PinnedAnswer.isKept($0) }
    let reached = snapshot.reachable(from: ids)
    let lost = snapshot.all.filter { !reached.contains($0.id) }
    let ended = snapshot.collections.keys.filter { display in
      !roots.contains { $0.display == display }
    }
    state.withLock { state in
      for object in lost { state.content.forget(object) }
      for display in ended { state.content.collections[display] = nil }
      state.latest = nil
    }
    var batch = ObjectBatch()
    for object in lost { batch.remove(object.id) }
    for display in ended { ObjectCollection.id(of: display).map { batch.remove($0) } }
    disk?.keep(batch)
  }

  /// Waits until everything that came so far is on the disk.
  ///
  /// - Throws: ``PersistenceFault``, the first since the last call.
  public func synchronize() async throws { try await disk?.synchronize() }

  /// Lets nothing more come to the disk, and waits until what is being written is there.
  func close() async { await disk?.close() }

  /// Waits while the disk is far behind, so that an answer is read no faster than it is written (back-pressure).
  package func hasRoomOnDisk() async { await disk?.hasRoom() }

  /// Waits until the persistence has everything that came so far, though it may not be on the disk yet.
  package func written() async { await disk?.written() }

  /// The objects in memory, and those as the server has them that pending changes hide or cover.
  package var known: [StoredObject] {
    snapshot.all + (state.withLock { $0.overlay?.confirmed } ?? [])
  }

  /// Returns the ids of the objects in memory and on the disk that a condition holds for.
  package func ids(where condition: @escaping @Sendable (StoredObject) -> Bool) async -> Set<String>
  {
    var ids = await disk?.ids(where: condition) ?? []
    for (number, object) in known.enumerated() {
      if condition(object) { ids.insert(object.id) }
      if number % 500 == 499 { await Task.yield() }
    }
    return ids
  }
}

/// Changes that the server does not have yet, which a store shows over what the server has.
package protocol StoreOverlay: Sendable {
  /// The ids of the objects with such changes.
  var objects: Set<String> { get }

  /// These objects as the server has them, as far as it has them.
  var confirmed: [StoredObject] { get }

  /// Returns objects as the store is to show them, given those that the server sent.
  func shown(_ batch: ObjectBatch, over content: StoreState) -> ObjectBatch

  /// Takes the records of objects with such changes, and returns the others.
  func taking(_ records: RecordList) -> RecordList
}

/// The changes of one transaction.
public struct StoreWrite: Sendable {
  package var batch = ObjectBatch()
  package let before: Snapshot
  package private(set) var ids: [String] = []

  package init(_ before: Snapshot) { self.before = before }

  /// Puts fields of an object: those that it has already are replaced, the others stay.
  ///
  /// - Parameter object: the fields, among them `uuid`; without it nothing is put.
  public mutating func put(_ object: JSONValue) {
    guard let id = object["uuid"]?.string else { return }
    var parser = AnswerParser()
    var version = before[id]?.header.version ?? -1
    if let own = object["_version"]?.integer { version = max(version, own) }
    var found = ObjectBatch()
    guard (try? parser.read(object.json[...], into: &found)) != nil else { return }
    for object in found.stored {
      var header = object.header
      if object.id == id { header.version = version }
      batch.append(object.bytes[object.header.body(at: object.start)], header, isListed: false)
      ids.append(object.id)
    }
  }

  /// Removes an object; one that is not there changes nothing.
  public mutating func remove(_ id: String) {
    batch.remove(id)
    ids.append(id)
  }
}

/// The objects that a write touched, as they were before.
public struct StoreUndo: Sendable {
  package let before: Snapshot
  package let ids: [String]
}
