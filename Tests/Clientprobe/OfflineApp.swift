// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// The parts of a client under test that work while nobody waits for them: outbox, sync, pages and prefetching.
final class OfflineApp {
  static let capabilities: [JSONValue] = ["outbox", "sync", "events", "pages", "prefetch"]

  private let client: Client
  private let clock: DeviceClock
  private let outbox: Outbox
  private var syncs: [String: ChangeSync] = [:]
  private var listening: (sync: ChangeSync, task: Task<Void, Never>)?
  private var pages: Pager?
  private var prefetcher: Prefetcher?

  init(_ client: Client, folder: String, _ clock: DeviceClock) {
    (self.client, self.clock) = (client, clock)
    outbox = Outbox(client, journal: FileJournal(folder: folder), clock: clock.pauses)
  }

  deinit {
    outbox.close()
    listening?.task.cancel()
  }

  /// Carries a command out; `nil` for one of another part.
  func value(of command: Command) async throws -> JSONValue? {
    switch command.name {
    case "enqueue": return ["operation": .string(try await enqueue(command))]
    case "deliver":
      try await outbox.open()
      // An attempt that began without a network would pause after it has failed.
      await outbox.settled()
      outbox.resume()
      return await operations()
    case "operations":
      return await operations()
    case "decide":
      let decision: Refusal.Decision =
        switch try command.text("decision") {
        case "retry": .retry
        case "dropAll": .dropAll
        default: .drop
        }
      let id = try command.text("id")
      for refusal in outbox.refusals where refusal.operation.object == id {
        try await outbox.decide(refusal, decision)
      }
      return await operations()
    case "resolve":
      let resolution: Conflict.Resolution =
        switch try command.text("resolution") {
        case "mine": .mine
        case "theirs": .theirs
        default: .merged(command["fields"]?.object ?? [:])
        }
      let id = try command.text("id")
      for conflict in outbox.conflicts where conflict.operation.object == id {
        try await outbox.resolve(conflict, resolution)
      }
      return await operations()
    case "pull":
      do {
        let count = try await sync(at: try command.text("link")).pull()
        return ["outcome": "done", "count": .integer(Int64(count))]
      } catch let error as RequestError {
        return ["outcome": .string("\(error.kind)")]
      }
    case "listen":
      listening?.task.cancel()
      let sync = sync(at: try command.text("link"))
      listening = (sync, Task { await sync.run() })
      return [:]
    case "listening":
      return ["state": .string(listening.map { word($0.sync.state) } ?? "idle")]
    case "pages":
      let isConstrained = command["network"]?.string == "constrained"
      pages = client.pages(
        try command.text("link"),
        size: command["network"] == nil ? nil : PageSize(isConstrained: { isConstrained })
      )
      return [:]
    case "page": return try await page()
    case "prefetch":
      let budget = command["budget"]?.string.flatMap { Int($0) }
      let isConstrained = command["network"]?.string == "constrained"
      let prefetcher = Prefetcher(
        client,
        budget: budget.map { PrefetchBudget(bytesPerMinute: $0) } ?? PrefetchBudget(),
        conditions: isConstrained ? .constrained : .unconstrained
      )
      await prefetcher.restore()
      self.prefetcher = prefetcher
      return [:]
    case "figures":
      let figures = prefetcher?.figures ?? PrefetchFigures()
      return [
        "requests": .integer(Int64(figures.requests)), "bytes": .integer(Int64(figures.bytes)),
        "useful": .integer(Int64(figures.usefulRequests)),
        "usefulBytes": .integer(Int64(figures.usefulBytes)),
      ]
    default: return nil
    }
  }

  // MARK: Outbox

  private func enqueue(_ command: Command) async throws -> String {
    let body = command["body"] ?? nil
    let fields = body.object ?? [:]
    let change: ObjectOperation.Change
    switch try command.text("change") {
    case "create": change = .create(fields)
    case "replace": change = .replace(fields)
    case "merge": change = .merge(fields)
    case "delete": change = .delete
    case "attributes":
      change = .attributes(
        (body.array ?? []).compactMap { operation in
          guard let name = operation["name"]?.string,
            let code = operation["op"]?.string.flatMap({ AttributeOperation.Code(rawValue: $0) })
          else { return nil }
          return AttributeOperation(name, code, operation["value"] ?? nil)
        }
      )
    case let name: change = .method(name, nil)
    }
    return try await outbox.enqueue(
      ObjectOperation(
        change,
        try command.text("id"),
        at: try command.text("link"),
        ifUnchanged: command["condition"]?.string == "unchanged"
      )
    )
  }

  /// The operations that are not acknowledged, once nothing is sent any more.
  private func operations() async -> JSONValue {
    for _ in 0..<2 {
      // A pause has begun when the clock knows of it, and what follows its end belongs to it.
      repeat {
        await outbox.settled()
        await Task.yield()
      } while clock.sleepers < outbox.pauses
    }
    return ["json": .array(outbox.pending.map(json))]
  }

  private func json(_ pending: PendingOperation) -> JSONValue {
    var members: [String: JSONValue] = ["id": .string(pending.operation.object)]
    switch pending.state {
    case .waiting, .sending: members["state"] = "waiting"
    case .refused(.keyExpired): members["state"] = "expired"
    case .refused(.server(let status, let problem)):
      members["state"] = "refused"
      members["status"] = .integer(Int64(status))
      members["problem"] = problem
    case .conflicting: members["state"] = "conflicting"
    }
    if let conflict = outbox.conflicts.first(where: { $0.id == pending.id }) {
      members["isThere"] = .bool(conflict.theirs != nil)
      for attribute in conflict.attributes {
        members[attribute.name] = [
          "base": attribute.base ?? nil, "mine": attribute.mine ?? nil,
          "theirs": attribute.theirs ?? nil,
        ]
      }
    }
    return .object(members)
  }

  // MARK: Sync

  private func sync(at link: String) -> ChangeSync {
    if let known = syncs[link] { return known }
    let sync = ChangeSync(client, at: link, outbox: outbox, clock: clock.pauses)
    syncs[link] = sync
    return sync
  }

  private func word(_ state: SyncState) -> String {
    switch state {
    case .idle: "idle"
    case .pulling: "pulling"
    // The silence of the stream is measured from here.
    case .live: clock.sleepers > 0 ? "live" : "opening"
    // A pause has begun when the clock knows of it.
    case .waiting: clock.sleepers > 0 ? "waiting" : "pulling"
    case .signedOut: "signedOut"
    }
  }

  // MARK: Pages

  private func page() async throws -> JSONValue {
    guard let pages else { throw Misuse(description: "there is no list of pages") }
    do {
      guard let page = try await pages.next() else { return ["outcome": "end", "json": nil] }
      return [
        "outcome": .string(page.source.rawValue),
        "json": .array(page.collection.items.map { .string($0) }),
      ]
    } catch let error as RequestError {
      return ["outcome": .string("\(error.kind)"), "json": nil]
    }
  }
}
