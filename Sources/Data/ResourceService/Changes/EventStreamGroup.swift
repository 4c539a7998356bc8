// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// The event streams of one loop that see the same changes: those of one zone, with the same credentials.
///
/// A commit costs the group one read, however many streams it has. Streams whose clients are slow are at
/// earlier places, each of which costs a read of its own.
final class EventStreamGroup {
  struct Key: Hashable {
    let zone: String
    let credentials: [String?]

    init(_ request: ResourceRequest) {
      zone = request.query["zone"] ?? ""
      let names = ["authorization", Senders.legacyToken, Senders.appKey]
      credentials =
        names.map { request.fields[$0] } + [SessionCookie.token(request.fields)]
    }
  }

  /// The time without an event after which a stream is sent a comment.
  private static let quietTime = Duration.seconds(15)
  /// The time until a failed read of the changes is tried again, and the least time between comments.
  private static let pause = Duration.seconds(1)
  /// The most streams that are written to in one turn of the loop, which has room for the output of as many.
  private static let streamsATurn = 16

  private let request: ResourceRequest
  private let service: ResourceService
  private let pool: WorkerPool
  private let core: LoopCore
  private var streams: [ObjectIdentifier: EventStream] = [:]
  /// The number of streams whose first page is still being read.
  private var opening = 0
  private var subscription = 0
  private var timer: TimerID?
  private var isUpdating = false
  private var isUpdateDue = false
  private let nextTurn = Waiter()
  /// Is called when the last stream has ended.
  private let whenEmpty: () -> Void

  init(
    _ request: ResourceRequest,
    _ service: ResourceService,
    _ pool: WorkerPool,
    on core: LoopCore,
    whenEmpty: @escaping () -> Void
  ) {
    self.request = request
    self.service = service
    self.pool = pool
    self.core = core
    self.whenEmpty = whenEmpty
    let confined = LoopConfined(self, to: core.loop.number)
    subscription = service.feed.subscribe(Key(request).zone, on: core.loop) {
      confined.value.update()
    }
  }

  /// Keeps the group from closing until a stream that is coming has been opened.
  func expectStream() { opening += 1 }

  /// Begins a stream that was expected with the changes that its request asks for.
  func open(_ stream: EventStream, _ request: ResourceRequest) async throws {
    defer {
      opening -= 1
      closeIfEmpty()
    }
    let (service, announcements) = (service, service.feed.announcements)
    let (reader, page) = try await pool.run {
      let identified = try service.context.senders.identified(request)
      try service.context.views.permitAny(identified)
      let page = try service.context.changes.eventPage(identified, since: nil, at: request.now)
      return (identified.reader, page)
    }
    guard !stream.isClosed else { return }
    try service.feed.readerBegan(reader, service.context.settings.limits)
    do throws(ExchangeError) {
      try stream.begin(page, of: reader, in: self)
    } catch {
      service.feed.readerEnded(reader)
      throw error
    }
    if page.hasMore || announcements != service.feed.announcements { update() }
  }

  func add(_ stream: EventStream) {
    streams[ObjectIdentifier(stream)] = stream
    if timer == nil { schedule(EventStreamGroup.quietTime) }
  }

  func remove(_ stream: EventStream) {
    guard streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
    if let reader = stream.reader { service.feed.readerEnded(reader) }
    closeIfEmpty()
  }

  private func closeIfEmpty() {
    guard streams.isEmpty, opening == 0 else { return }
    service.feed.cancel(subscription)
    if let timer = timer.take() { core.cancel(timer) }
    whenEmpty()
  }

  // MARK: sending

  /// Sends what is new to every stream whose client has taken what was sent.
  func update() {
    isUpdateDue = true
    guard !isUpdating else { return }
    isUpdating = true
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { await confined.value.sendDue() }
  }

  private func sendDue() async {
    var pause = EventStreamGroup.quietTime
    while isUpdateDue {
      isUpdateDue = false
      for place in Set(streams.values.lazy.filter(\.isReady).map(\.place)) {
        do {
          try await send(from: place)
        } catch is ResourceProblem {
          // The session has ended, or the records may not be seen any more: clients that come again are
          // told so.
          for stream in streams.values { stream.end() }
        } catch {
          pause = EventStreamGroup.pause
        }
      }
    }
    await sendComments()
    isUpdating = false
    schedule(pause)
    if isUpdateDue { update() }
  }

  private func send(from place: SyncToken) async throws {
    let (service, request, now) = (service, request, core.wallTime)
    let page = try await pool.run {
      try service.context.changes.eventPage(request, since: place, at: now)
    }
    await forEach(of: streams.values.filter { $0.place == place }) { $0.send(page) }
    if page.hasMore { isUpdateDue = true }
  }

  private func sendComments() async {
    let quiet = streams.values.filter { core.now - $0.lastSent >= EventStreamGroup.quietTime }
    await forEach(of: quiet) { $0.sendComment() }
  }

  /// Calls `body` with each ready stream, and lets the loop do other work after every few of them.
  private func forEach(of streams: [EventStream], _ body: (EventStream) -> Void) async {
    var written = 0
    for stream in streams where stream.isReady {
      body(stream)
      written += 1
      guard written % EventStreamGroup.streamsATurn == 0 else { continue }
      core.wakeInNextTurn(self)
      await nextTurn.wait()
    }
  }

  /// Schedules the next read of the changes: after a pause, or when the next comment is due if that is earlier.
  private func schedule(_ pause: Duration) {
    if let timer = timer.take() { core.cancel(timer) }
    guard let oldest = streams.values.lazy.filter(\.isReady).map(\.lastSent).min() else { return }
    let comment = max(oldest + EventStreamGroup.quietTime, core.now + EventStreamGroup.pause)
    timer = core.schedule(self, at: min(core.now + pause, comment))
  }
}

extension EventStreamGroup: DeadlineHandler {
  func deadlineReached() {
    timer = nil
    update()
  }
}

extension EventStreamGroup: WakeHandler {
  func woken() { nextTurn.wake() }
}
