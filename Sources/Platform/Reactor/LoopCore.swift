// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Priority of the events of a descriptor, the highest first.
package enum ReadyOrder: Sendable, CaseIterable {
  /// Responses to our own requests: they finish work that is under way.
  case answers
  /// All other events, such as new requests.
  case others
}

/// Something whose descriptor a loop watches.
package protocol ReadyHandler: AnyObject {
  func ready(_ events: ReadyEvents)
}

/// Something that waits for a moment.
package protocol DeadlineHandler: AnyObject {
  func deadlineReached()
}

/// Something that goes on when what it waits for has come about.
package protocol WakeHandler: AnyObject {
  func woken()
}

/// Something with work for the end of a batch of events, such as writing output.
package protocol BatchHandler: AnyObject {
  func batchEnded()
}

/// Records the duration of turns.
package protocol TurnMeter: AnyObject {
  /// Called with the moment at which the turn ended, which the loop reads from the clock anyway.
  func turnEnded(at end: Instant)
}

/// Descriptors, deadlines and buffers of one loop: a plain class without locks, for the loop's own
/// thread only.
package final class LoopCore {
  package let clock: LoopClock
  /// The monotonic time at which this turn of the loop began.
  package private(set) var now: Instant
  /// The earliest moment at which what this turn finds ready can have become so: when the loop last
  /// looked, or `now` where it slept until something was.
  package private(set) var readySince: Instant
  /// The time of day of this turn, in seconds since 1970.
  package private(set) var wallSeconds: Int64
  /// The monotonic time of this very moment, which costs a look at the clock.
  package var momentNow: Instant { clock.now }
  /// The time of day of this very moment, in nanoseconds since 1970.
  package var wallNanoseconds: Int64 { clock.wallNanoseconds }
  /// The monotonic time of this turn in whole seconds, wrapping around.
  package var seconds: UInt32 { UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000_000) }
  /// The loop's buffers.
  package var buffers = BufferPool()
  /// Blocks for streams that fill those.
  package var largeBuffers = BufferPool(blockSize: 128 * 1024, limit: 16)

  private struct Registration {
    var handler: (any ReadyHandler)?
    var order = ReadyOrder.others
    var generation: UInt32 = 0
  }

  /// Work that is ready to run in this turn.
  enum Ready {
    case work(EventLoop.Work)
    case wake(any WakeHandler)
  }

  /// In the order in which it came.
  var ready: [Ready] = []
  /// The room of what has run.
  private var spareReady: [Ready] = []
  /// Whether another thread has woken the loop since it last asked.
  private var isWoken = false
  private unowned var owner: EventLoop?
  private let poller: Poller
  private var registrations: ContiguousArray<Registration> = []
  private var freeSlots: [Int32] = []
  private var timers: TimerWheel<any DeadlineHandler>
  private var batchHandlers: [any BatchHandler] = []
  private var turnMeters: [any TurnMeter] = []
  /// Handlers that are being told that the batch has ended.
  private var endingHandlers: [any BatchHandler] = []
  /// Handlers that have had their share of this turn and go on in the next one.
  private var postponed: [any WakeHandler] = []
  /// Number of watched descriptors.
  package private(set) var watched = 0

  /// Number of events of this turn.
  private(set) var eventCount = 0
  /// Whether the kernel has told of more events of the first priority than were handled.
  package private(set) var hasUnseenAnswers = false

  /// A wait that took so long was none for something that was ready already.
  private static let leastSleep = Duration.microseconds(50)
  private static let tick: Int64 = 1_000_000
  private static let longestSpare = 1_024
  private static let wakeupToken = UInt64.max

  /// Starts with the descriptor that wakes the loop up, which the loop itself owns.
  init(clock: LoopClock, wakeup: Int32) throws(SystemError) {
    self.clock = clock
    poller = try Poller()
    try poller.add(wakeup, .readable, token: LoopCore.wakeupToken)
    now = clock.now
    readySince = now
    wallSeconds = clock.wallSeconds
    timers = TimerWheel(tick: clock.now.nanoseconds / LoopCore.tick)
  }

  // A descriptor is named by its slot and the slot's generation: an event that was already
  // reported when a descriptor was closed must not reach the next owner of the slot.

  /// Watches a descriptor until `unwatch`; the loop keeps the handler alive.
  package func watch(
    _ descriptor: Int32,
    for interest: ReadyEvents,
    _ handler: any ReadyHandler,
    order: ReadyOrder = .others
  ) throws(SystemError) -> WatchID {
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = Int32(registrations.count)
      registrations.append(Registration())
    }
    let id = WatchID(slot: slot, generation: registrations[Int(slot)].generation)
    do {
      try poller.add(descriptor, interest, token: id.token)
    } catch {
      freeSlots.append(slot)
      throw error
    }
    registrations[Int(slot)].handler = handler
    registrations[Int(slot)].order = order
    watched += 1
    return id
  }

  /// Watches a descriptor for something else. It is open and known to epoll, so this cannot fail but
  /// for want of memory.
  package func change(
    _ id: WatchID,
    _ descriptor: Int32,
    to interest: ReadyEvents
  ) throws(SystemError) {
    try poller.change(descriptor, interest, token: id.token)
  }

  /// Ends watching; call it before the descriptor is closed.
  package func unwatch(_ id: WatchID, _ descriptor: Int32) {
    guard registrations[Int(id.slot)].generation == id.generation else { return }
    poller.remove(descriptor)
    registrations[Int(id.slot)].handler = nil
    registrations[Int(id.slot)].generation &+= 1
    freeSlots.append(id.slot)
    watched -= 1
  }

  /// Calls `handler` once `deadline` has passed, at a whole millisecond and never early.
  package func schedule(_ handler: any DeadlineHandler, at deadline: Instant) -> TimerID {
    let ticks = deadline.nanoseconds / LoopCore.tick
    let exact = deadline.nanoseconds % LoopCore.tick == 0
    return timers.schedule(handler, at: exact ? ticks : ticks + 1)
  }

  package func cancel(_ id: TimerID) { timers.cancel(id) }

  /// Calls `handler` once, at the end of the present batch of events. A turn has several batches if many
  /// descriptors are ready.
  package func atEndOfBatch(_ handler: any BatchHandler) { batchHandlers.append(handler) }

  /// Tells `meter` once when this turn has ended.
  package func atEndOfTurn(_ meter: any TurnMeter) { turnMeters.append(meter) }

  /// Calls `handler` in this turn, after the work that runs now has returned.
  package func wake(_ handler: any WakeHandler) { ready.append(.wake(handler)) }

  /// Calls `handler` in the next turn, which begins once the other descriptors were looked after: a
  /// peer that always has more work for us does not keep the others waiting.
  package func wakeInNextTurn(_ handler: any WakeHandler) { postponed.append(handler) }

  /// Takes the memory of `buffer` back to where it came from; its unread bytes are lost.
  package func recycle(_ buffer: inout ByteBuffer) {
    if buffer.capacity == largeBuffers.blockSize {
      largeBuffers.recycle(&buffer)
    } else {
      buffers.recycle(&buffer)
    }
  }

  /// Whether the next turn has work before any descriptor has.
  var hasWork: Bool { !ready.isEmpty || !postponed.isEmpty }

  /// Takes the work that is ready; work that comes from now on runs after it.
  func takeReady() -> [Ready] {
    var taken = spareReady
    spareReady = []
    swap(&taken, &ready)
    return taken
  }

  /// Keeps the room of what has run.
  func recycle(_ ran: inout [Ready]) {
    ran.removeAll(keepingCapacity: ran.count <= LoopCore.longestSpare)
    swap(&ran, &spareReady)
  }

  /// The loop that this is the inside of.
  package var loop: EventLoop {
    guard let owner else { preconditionFailure("a loop's inside outlived the loop") }
    return owner
  }

  func belong(to loop: EventLoop) { owner = loop }

  /// Whether another thread has woken the loop since the last call.
  func takeWakeup() -> Bool {
    defer { isWoken = false }
    return isWoken
  }

  /// Waits for events, unless there is work.
  func poll(hasWork: Bool) {
    let asked = clock.now
    tellMeters(asked)
    // The kernel may have had more to report in the last turn.
    let wasFull = eventCount == Poller.eventsATurn
    eventCount = poller.wait(milliseconds: hasWork ? 0 : waitingTime)
    let before = now
    now = clock.now
    if now - asked >= LoopCore.leastSleep {
      readySince = now
    } else if !wasFull {
      readySince = before
    }
    wallSeconds = clock.wallSeconds
  }

  /// Handles the next events of one priority, from an index on. Returns the index of the first event that was not
  /// looked at.
  func handleEvents(_ order: ReadyOrder, from start: Int, atMost count: Int) -> Int {
    var left = count
    hasUnseenAnswers = false
    for index in start..<eventCount {
      guard left > 0 else {
        hasUnseenAnswers = order == .answers
        return index
      }
      let (token, events) = poller.event(index)
      if token == LoopCore.wakeupToken {
        isWoken = true
        continue
      }
      let id = WatchID(token: token)
      guard registrations[Int(id.slot)].generation == id.generation,
        registrations[Int(id.slot)].order == order
      else { continue }
      registrations[Int(id.slot)].handler?.ready(events)
      left -= 1
    }
    return eventCount
  }

  /// Makes ready the handlers that were postponed to this turn.
  func takePostponed() {
    for handler in postponed { ready.append(.wake(handler)) }
    postponed.removeAll(keepingCapacity: true)
  }

  func fireTimers() {
    let target = now.nanoseconds / LoopCore.tick
    guard let next = timers.nextTick, next <= target else { return }
    for handler in timers.advance(to: target) { handler.deadlineReached() }
  }

  func endBatch() {
    while !batchHandlers.isEmpty {
      swap(&batchHandlers, &endingHandlers)
      for handler in endingHandlers { handler.batchEnded() }
      endingHandlers.removeAll(keepingCapacity: true)
    }
  }

  private func tellMeters(_ end: Instant) {
    guard !turnMeters.isEmpty else { return }
    for meter in turnMeters { meter.turnEnded(at: end) }
    turnMeters.removeAll(keepingCapacity: true)
  }

  /// Ends the last turn, and lets go of everything that was watched or waited for.
  func releaseAll() {
    tellMeters(clock.now)
    registrations.removeAll()
    freeSlots.removeAll()
    batchHandlers.removeAll()
    postponed.removeAll()
    timers = TimerWheel(tick: 0)
  }

  private var waitingTime: Int32 {
    guard let next = timers.nextTick else { return -1 }
    if case .manual = clock { return next * LoopCore.tick <= clock.now.nanoseconds ? 0 : -1 }
    let ticks = next - clock.now.nanoseconds / LoopCore.tick
    return Int32(clamping: max(0, ticks))
  }
}

/// Names a watched descriptor.
package struct WatchID: Sendable, Hashable {
  let slot: Int32
  let generation: UInt32

  var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: slot)) }

  init(slot: Int32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  init(token: UInt64) {
    slot = Int32(truncatingIfNeeded: token)
    generation = UInt32(truncatingIfNeeded: token >> 32)
  }
}
