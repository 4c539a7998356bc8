// SPDX-License-Identifier: Apache-2.0
//
// A pull reads pages of changes from the kept token on until there are no more. A token that the server does not
// know any more (410) makes a full fetch: what comes replaces what is there, object by object, and only at its end
// is removed what did not come. The event stream carries no content; each event wakes a pull.

/// The states of a sync.
public enum SyncState: Sendable, Hashable {
  /// Nothing is done.
  case idle
  /// Changes are being read; so many have come so far.
  case pulling(Int)
  /// All changes were read, and the stream is open that tells of the next.
  case live
  /// The next attempt follows a pause.
  case waiting(Duration)
  /// The session has ended; the sync goes on after ``ChangeSync/resume()``.
  case signedOut
}

/// Keeps the records of a zone in the store of a client, by the server's changes.
///
/// ```swift
/// let sync = ChangeSync(client, at: "/v1/changes", types: ["notes"], outbox: outbox)
/// let task = Task { await sync.run() }
/// for await change in client.store.changes(of: .type("note")) { show(change.snapshot) }
/// ```
public final class ChangeSync: Sendable {
  /// The objects that are taken in without a pause for other work.
  private static let slice = 50
  /// The time without a byte after which a stream counts as dead; the server sends a comment every 15 seconds.
  private static let longestSilence = Duration.seconds(45)
  /// The pause after an answer that asks for one without saying how long.
  private static let usualPause = Duration.seconds(30)

  private let client: Client
  private let zone: SyncedZone
  private let outbox: Outbox?
  private let clock: BackoffClock
  private let alarm = Alarm()
  private let running = Locked<SharedRequest<Int>?>(nil)
  private let present = Locked(SyncState.idle)
  private let broadcast = Broadcast<SyncState>()

  /// Creates a sync; nothing is read or sent before `pull` or `run`.
  ///
  /// - Parameters:
  ///   - link: the address of the changes, such as `/v1/changes`.
  ///   - types: the types whose records are kept; empty for all.
  ///   - outbox: the operations on these records, whose conditions follow a restore of the server.
  public init(
    _ client: Client,
    at link: String,
    zone: String = "",
    types: Set<String> = [],
    outbox: Outbox? = nil,
    clock: BackoffClock = BackoffClock()
  ) {
    (self.client, self.outbox, self.clock) = (client, outbox, clock)
    self.zone = SyncedZone(link, zone: zone, types: types)
  }

  /// The state.
  public var state: SyncState { present.withLock { $0 } }

  /// The states from now on.
  public var states: AsyncStream<SyncState> { broadcast.values }

  private func note(_ state: SyncState) {
    present.withLock { $0 = state }
    broadcast.send(state)
  }

  /// Ends a pause: the network is back, or the user has signed in.
  public func resume() { alarm.ring() }

  // MARK: pulling

  /// Reads all changes since the last pull, or everything.
  ///
  /// - Returns: the number of records that came.
  /// - Throws: ``RequestError``.
  @discardableResult
  public func pull() async throws -> Int { try await pull(for: .asked) }

  private func pull(for purpose: TaskRecord.Purpose) async throws -> Int {
    let own = SharedRequest<Int>()
    while true {
      let running = running.withLock { running in
        running = running ?? own
        return running
      }
      guard let running, running !== own else { break }
      // It may have read the changes before those that this one is for.
      do { _ = try await running.value() } catch { try Task.checkCancellation() }
    }
    own.start { [self] in
      try await pullAll(for: purpose)
    } ended: { [self] in
      running.withLock { $0 = nil }
    }
    return try await own.value()
  }

  private func pullAll(for purpose: TaskRecord.Purpose) async throws -> Int {
    var place = await keptPlace()
    // A first fetch that is interrupted goes on where it was; one after a 410 begins anew.
    var isFirst = place.token == nil
    var seen: Set<String>? = isFirst ? [] : nil
    var count = 0
    while true {
      let page: ChangePage
      if place.token == nil { outbox?.readAnew() }
      do {
        page = try await self.page(since: place.token, for: purpose)
      } catch let error as RequestError where error.status == 410 && place.token != nil {
        if error.document?["code"]?.string == "epoch-changed" { outbox?.hold() }
        (place.token, place.isComplete) = (nil, false)
        (seen, isFirst) = ([], false)
        continue
      }
      count += page.records.count
      place.token = page.token
      let isLast = !page.hasMore
      if isLast { place.isComplete = true }
      try await take(page, isLast || isFirst || seen == nil ? place : nil, &seen, isLast: isLast)
      note(.pulling(count))
      guard isLast else { continue }
      if seen != nil, !isFirst { outbox?.rebase() }
      note(.idle)
      return count
    }
  }

  private func keptPlace() async -> SyncedZone.Place {
    zone.place(in: await client.store.load([zone.id])[zone.id])
  }

  private func page(
    since token: String?,
    for purpose: TaskRecord.Purpose
  ) async throws -> ChangePage {
    let link = zone.page(since: token, limit: 200)
    let handle = client.launch(link, policy: .networkOnly, purpose: purpose)
    let answer = try await withTaskCancellationHandler {
      try await handle.answer
    } onCancel: {
      handle.cancel()
    }
    guard let bytes = answer.bytes, let page = ChangePage(bytes) else {
      throw RequestError(
        .unreadable,
        of: handle.id,
        at: handle.record.address,
        "the answer has no token in its last line; expected one"
      )
    }
    return page
  }

  /// Takes a page into the store, a few objects at a time, with the place behind it in the last batch.
  ///
  /// - Parameters:
  ///   - place: `nil` for a page of a full fetch that is not the last, so that one that is interrupted begins anew.
  ///   - seen: the ids that a full fetch has brought; `nil` for none.
  private func take(
    _ page: ChangePage,
    _ place: SyncedZone.Place?,
    _ seen: inout Set<String>?,
    isLast: Bool
  ) async throws {
    let zone = zone
    let isFull = seen != nil
    var start = 0
    while start < page.records.count {
      let end = min(start + ChangeSync.slice, page.records.count)
      let records = client.store.admitted(try batch(page, start..<end)).batch
      if isFull { seen?.formUnion(records.stored.map(\.id)) }
      client.store.transact { zone.batch(records, over: $0, isFull: isFull) }
      start = end
      await client.store.hasRoomOnDisk()
      await Task.yield()
    }
    guard let place else { return }
    var last = ObjectBatch()
    if isLast, let came = seen {
      let gone = await client.store.ids { zone.has($0) && !came.contains($0.id) }
      for (number, id) in gone.enumerated() {
        last.remove(id)
        guard number % ChangeSync.slice == ChangeSync.slice - 1 else { continue }
        client.store.apply(last)
        last.removeAll()
        await Task.yield()
      }
    }
    zone.append(place, to: &last)
    client.store.apply(last)
  }

  private func batch(_ page: ChangePage, _ range: Range<Int>) throws -> ObjectBatch {
    do throws(JSONFault) { return try page.batch(range, of: zone) } catch {
      throw RequestError(.unreadable, of: "", at: zone.stream, "\(error)")
    }
  }

  // MARK: following

  /// Pulls, and then follows the stream of changes, until the task is cancelled. Failures are followed by growing
  /// pauses, or by those that the server asks for.
  public func run() async {
    var failures = 0
    var first: Int64 = 1_000
    while !Task.isCancelled {
      var asked: Duration?
      var isSignedOut = false
      do {
        _ = try await pull(for: .background)
        try await follow(&first) { failures = 0 }
      } catch let error as RequestError {
        isSignedOut = error.status == 401
        asked = error.retryAfter.map { .seconds(max(0, $0)) }
        if error.kind == .later { asked = asked ?? ChangeSync.usualPause }
      } catch {
        // The connection broke, or nothing came.
      }
      guard !Task.isCancelled else { break }
      failures += 1
      if isSignedOut {
        note(.signedOut)
        await alarm.wait(nil, by: clock)
      } else {
        let pause = asked ?? clock.pause(after: failures, first: first)
        note(.waiting(pause))
        await alarm.wait(pause, by: clock)
      }
    }
    note(.idle)
  }

  /// Reads the stream of changes to its end, and pulls at each event that says something new.
  private func follow(_ first: inout Int64, isThere: () -> Void) async throws {
    var fields: WireFields = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
    fields["Last-Event-ID"] = await keptPlace().token
    guard let response = try await client.open(zone.stream, fields: fields) else { return }
    // A token that has ended is refused here, too; the pull that follows reads everything.
    guard response.status != 410 else { return }
    guard response.status == 200 else {
      throw RequestError(response.status, at: zone.stream, retryAfter: response.fields)
    }
    note(.live)
    var parser = EventParser()
    while let piece = try await nextPiece(of: response.body) {
      isThere()
      let events = parser.read(piece)
      first = parser.retry.map { max($0, 1) } ?? first
      guard !events.isEmpty else { continue }
      let token = await keptPlace().token
      // What a pull has brought already is told by the stream as well.
      guard events.last?.id != token || events.contains(where: { $0.type == "reset" }) else {
        continue
      }
      _ = try await pull(for: .background)
      note(.live)
    }
  }

  /// Waits for the next piece, for as long as a stream that is alive may be silent.
  private func nextPiece(of body: WireBody) async throws -> ArraySlice<UInt8>? {
    let clock = clock
    return try await withThrowingTaskGroup(of: ArraySlice<UInt8>?.self) { group in
      group.addTask {
        var pieces = body.makeAsyncIterator()
        return try await pieces.next()
      }
      group.addTask {
        try await clock.sleep(ChangeSync.longestSilence)
        throw RequestError(.timedOut, of: "", at: "", "the stream is silent; expected a comment")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

extension RequestError {
  /// The failure of a stream of changes.
  fileprivate init(_ status: Int, at address: String, retryAfter fields: WireFields) {
    let kind: Kind = status == 429 || status == 503 ? .later : status < 500 ? .refused : .failed
    self.init(kind, of: "", at: address, "status \(status); expected 200")
    self.status = status
    self.retryAfter = fields["retry-after"].flatMap { Int64($0) }
  }
}
