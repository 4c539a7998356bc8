// SPDX-License-Identifier: Apache-2.0

/// The record of a request: what was asked for, when, and what came.
public struct TaskRecord: Sendable, Identifiable {
  /// The origin of an answer.
  public enum Source: String, Sendable {
    /// The service answered.
    case network
    /// A cached answer that is fresh, or that the service revalidated with a 304.
    case copy
    /// A stale cached answer.
    case oldCopy
  }

  /// The reason of a request.
  public enum Purpose: String, Sendable {
    /// The app asked for it.
    case asked
    /// The client expects that the app will ask for it.
    case prefetch
    /// Nobody waits for it: a revalidation behind a stale answer, a report, a synchronization.
    case background
  }

  /// The id of the task.
  public let id: String
  /// The method.
  public let method: String
  /// The address, or the link that is none.
  public let address: String
  /// The instant of the launch, in seconds since 1970 by the server's clock.
  public let begin: Int64
  /// The reason of the request.
  public let purpose: Purpose
  /// The instant of the end.
  public internal(set) var end: Int64?
  /// The time from the launch to the end, by a clock that is never set.
  public internal(set) var latency: Duration?
  /// The status of the answer.
  public internal(set) var status: Int?
  /// The origin of the answer.
  public internal(set) var source: Source?
  /// The durations of the phases of the request that was answered.
  public internal(set) var phases: [RequestPhase: Duration] = [:]
  /// The bytes of the bodies that came.
  public internal(set) var bytes = 0
  /// The number of requests that were sent and answered, with redirects.
  public internal(set) var requests = 0
  /// The number of attempts: more than one if the request was retried.
  public internal(set) var attempts = 1
  /// Whether the task got the answer to an equal request that was in flight.
  public internal(set) var isJoined = false
  /// The id under which the service knows the request.
  public internal(set) var requestID: String?
  /// The failure.
  public internal(set) var error: RequestError?
}

/// An answer, as a task gives it.
public struct Answer: Sendable {
  /// The objects of the answer; for a document its address alone.
  public let collection: ObjectCollection
  /// The store with them.
  public let snapshot: Snapshot
  /// The origin of the answer.
  public let source: TaskRecord.Source
  /// The fields of its head.
  public internal(set) var fields: WireFields
  /// The bytes of an answer that is no JSON.
  public let bytes: ContiguousArray<UInt8>?
  /// The `next` of a list: the link to its next page, or the token of that page.
  public internal(set) var next: String? = nil

  /// The objects that the store has.
  public var objects: [StoredObject] { collection.items.compactMap { snapshot[$0] } }

  /// The document, or the only object.
  public var document: StoredObject? { collection.items.first.flatMap { snapshot[$0] } }
}

/// A request that was launched: its record, its answer, and how to end it.
public final class TaskHandle: Sendable, Identifiable {
  /// The id of the task.
  public let id: String
  /// The instant of the launch, since the client was made.
  let launch: Duration
  /// The objects as they come.
  let feed = ObjectFeed()
  private let state: Locked<TaskRecord>
  private let operation = Locked<Task<Answer, any Error>?>(nil)
  private let relaunch: @Sendable () -> TaskHandle

  init(
    _ record: TaskRecord,
    at launch: Duration,
    relaunch: @escaping @Sendable () -> TaskHandle
  ) {
    (id, self.launch) = (record.id, launch)
    state = Locked(record)
    self.relaunch = relaunch
  }

  func start(_ body: @escaping @Sendable (TaskHandle) async throws -> Answer) {
    let task = { @Sendable [self] in
      do {
        let answer = try await body(self)
        feed.end(.success(()))
        return answer
      } catch {
        feed.end(.failure(error))
        throw error
      }
    }
    // The task is known before it can be cancelled. All have one priority: the app may join any of them.
    operation.withLock { $0 = Task(operation: task) }
  }

  func note(_ change: @Sendable (inout TaskRecord) -> Void) { state.withLock { change(&$0) } }

  /// The record of the request as it is now.
  public var record: TaskRecord { state.withLock { $0 } }

  /// Waits for the answer.
  ///
  /// - Throws: ``RequestError``.
  public var answer: Answer {
    get async throws {
      feed.setAwaited()
      guard let task = operation.withLock({ $0 }) else {
        throw RequestError(.cancelled, of: id, at: record.address, "the task was not started")
      }
      return try await task.value
    }
  }

  /// The objects of the answer, each as soon as it was parsed.
  public var objects: AnswerObjects { AnswerObjects(feed: feed) }

  /// Cancels the request; an equal one of another task goes on.
  public func cancel() { operation.withLock { $0 }?.cancel() }

  /// Retries: sends the same request again, as another task.
  public func retry() -> TaskHandle { relaunch() }
}
