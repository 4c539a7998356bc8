// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The reads of changes that are under way for the event streams of one loop. Streams that would read
/// the same share one read, so that a commit costs one read however many streams it wakes.
final class ChangeReads {
  /// The key of a shared read: streams with equal keys read the same changes.
  struct Question: Hashable {
    let zone: String
    let since: SyncToken
    /// The credentials of the stream.
    let authorization: String?
    /// The number of announcements before the read: a read that began earlier may lack the newest
    /// changes, and is not shared.
    let announcements: UInt64
  }

  private final class Read {
    var page: EventPage?
    var waiting: [Waiter] = []
  }

  private var reads: [Question: Read] = [:]

  /// Returns the page of a read that is under way, or of one that it begins.
  func page(
    _ question: Question,
    _ read: () async throws -> EventPage
  ) async throws -> EventPage {
    if let shared = reads[question] {
      let waiter = Waiter()
      shared.waiting.append(waiter)
      await waiter.wait()
      if let page = shared.page { return page }
      // That read has failed, perhaps since its own stream has ended.
      return try await read()
    }
    let own = Read()
    reads[question] = own
    defer {
      reads[question] = nil
      for waiter in own.waiting { waiter.wake() }
    }
    let page = try await read()
    own.page = page
    return page
  }
}
