// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// The error of a hook.
private struct Refusal: Error {}

/// A client under test, with what a scenario has begun with it.
final class App {
  static let capabilities: [JSONValue] =
    [
      "cache", "store", "collections", "observe", "undo", "missing", "persistence", "join",
      "cancel",
      "redirects", "accounts", "streaming", "retry", "running", "timing", "indexes", "hooks",
      "invalidation", "start", "flows",
    ] + OfflineApp.capabilities

  private let client: Client
  private let offline: OfflineApp
  private var tasks: [String: TaskHandle] = [:]
  private var changes: ObjectChanges?
  private var undo: StoreUndo?
  private var navigator: Navigator?
  private var session: Session?
  private let bundle: FirstEdition?

  init(
    _ command: Command,
    _ transport: any Transport,
    _ clock: DeviceClock
  ) throws {
    guard let url = WebAddress(try command.text("config")) else {
      throw Misuse(description: "config is no address")
    }
    let (environment, account) = (try command.text("environment"), try command.text("account"))
    let folder = "\(try command.text("folder"))/\(environment)/\(account.isEmpty ? "-" : account)"
    bundle = try command["bundle"].map { try FirstEdition(config: $0.json) }
    client = Client(
      Environment(name: environment, configURL: url),
      fields: command.fields,
      transport: transport,
      persistence: FilePersistence(folder: folder),
      clock: { clock.now }
    )
    offline = OfflineApp(client, folder: "\(folder)/outbox", clock)
  }

  private var snapshot: Snapshot { client.store.snapshot }

  func value(of command: Command) async throws -> JSONValue {
    switch command.name {
    case "launch": return try launch(command)
    case "answer": return try await answer(try command.text("task"))
    case "retry":
      guard let again = tasks[try command.text("task")]?.retry() else { return nil }
      tasks[again.id] = again
      return ["task": .string(again.id)]
    case "record":
      return ["joined": .bool(tasks[try command.text("task")]?.record.isJoined ?? false)]
    case "running": return ["json": .array(client.tasks.running.map { .string($0.id) })]
    case "cancel":
      tasks[try command.text("task")]?.cancel()
      return [:]
    case "settle":
      while let task = client.tasks.running.first { _ = try? await task.answer }
      while session?.isAsking ?? false { await Task.yield() }
      return [:]
    case "synchronize":
      try await client.store.synchronize()
      return [:]
    case "read": return try await read(try command.text("id"))
    case "missing": return try await missing(command)
    case "collection":
      let target = try command.text("endpoint")
      return await collection(.endpoint(EndpointKey(target)))
    case "answered": return await collection(.task(try command.text("task")))
    case "put":
      do {
        undo = try client.store.write { $0.put(command["object"] ?? [:]) }
        return ["refused": false]
      } catch is Refusal {
        return ["refused": true]
      }
    case "erase":
      let id = try command.text("id")
      undo = try client.store.write { $0.remove(id) }
      return [:]
    case "undo":
      if let undo { try client.store.undo(undo) }
      return [:]
    case "index":
      client.store.addIndex(of: try command.text("type"), on: command["field"]?.string)
      return [:]
    case "find":
      let value = command["value"]?.string.map { JSONValue.string($0) }
      let (type, field) = (try command.text("type"), command["field"]?.string)
      let found = snapshot.objects(of: type, where: field, is: value)
      return ["json": found.map { .array($0.map(\.id).sorted().map { .string($0) }) } ?? nil]
    case "refuse":
      let (field, value) = (try command.text("field"), try command.text("value"))
      client.store.addHook(
        StoreHook(
          of: try command.text("type"),
          before: { if $1?[field]?.string == value { throw Refusal() } }
        )
      )
      return [:]
    case "observe":
      changes = client.store.changes(of: try App.part(command))
      return [:]
    case "changes": return await changesUntilNow()
    case "flow":
      let load: @Sendable (String) async throws -> Component = { [client] link in
        let answer = try await client.launch(link).answer
        guard let document = answer.document else { return Component(.null) }
        return Component(document)
      }
      let navigator = Navigator(
        at: client.environment.configURL,
        firstLink: { [client] in client.environment.configURL.description },
        load: load
      )
      self.navigator = navigator
      await navigator.open(try command.text("link"))
      return App.step(of: navigator)
    case "follow":
      guard let navigator else { throw Misuse(description: "there is no flow") }
      let screen = navigator.state.screen
      let isOn = try command.text("member") == "continueURL"
      guard let action = isOn ? screen?.proceed : screen?.cancel else {
        return App.step(of: navigator, isOver: true)
      }
      await navigator.perform(action)
      return App.step(of: navigator)
    case "start":
      let policy: StartPolicy =
        switch command["policy"]?.string {
        case "bundled": .bundled
        case "cached": .cached
        default: .wait(upTo: .seconds(30))
        }
      do { session = try await client.start(policy, from: bundle) } catch {
        return ["state": .string("\((error as? RequestError)?.kind ?? .failed)")]
      }
      return try state()
    case "state": return try state()
    case "look":
      // A failure leaves what is there.
      try? await session?.refresh()
      return try state()
    case "next":
      session = session?.next()
      return try state()
    case "screen":
      guard let session else { throw Misuse(description: "there is no session") }
      do {
        let answer = try await session.screen(try command.text("link"))
        return [
          "outcome": .string(answer.source.rawValue), "json": App.json(answer.document),
        ]
      } catch let error as RequestError {
        return ["outcome": .string("\(error.kind)"), "json": error.document ?? nil]
      }
    default:
      guard let value = try await offline.value(of: command) else {
        throw Misuse(description: "\(command.name) is no command")
      }
      return value
    }
  }

  /// The state of the session.
  private func state() throws -> JSONValue {
    guard let session else { throw Misuse(description: "there is no session") }
    let status = session.status
    var value: [String: JSONValue] = [
      "json": App.json(session.config.document), "source": .string(session.config.source.rawValue),
      "newer": .bool(status.newer != nil), "banner": status.banner.map { .string($0) } ?? nil,
    ]
    switch status.state {
    case .running: value["state"] = "running"
    case .updateAvailable(let update), .updateRequired(let update):
      value["state"] = .string(status.state.isOpen ? "updateAvailable" : "updateRequired")
      value["message"] = update.message.map { .string($0) }
      value["continueURL"] = .string(update.continueURL)
    case .maintenance(let closed):
      value["state"] = "maintenance"
      value["message"] = .string(closed.message)
      value["continueURL"] = closed.continueURL.map { .string($0) }
      value["retryAfter"] = .integer(closed.retryAfter)
    case .unavailable: value["state"] = "unavailable"
    case .previewEnded: value["state"] = "previewEnded"
    }
    return .object(value)
  }

  private static func step(of navigator: Navigator, isOver: Bool = false) -> JSONValue {
    let document = navigator.state.screen?.document.members
    return ["json": document.map { .object($0) } ?? nil, "over": .bool(isOver)]
  }

  // MARK: Requests

  private func launch(_ command: Command) throws -> JSONValue {
    let policy: FetchPolicy
    switch command["policy"]?.string {
    case "copy": policy = .copy(upTo: command["seconds"]?.integer ?? 0)
    case "copyOnly": policy = .copyOnly
    case "networkFirst": policy = .networkFirst
    case "networkOnly": policy = .networkOnly
    default: policy = .freshCopy
    }
    let task = client.launch(
      try command.text("link"),
      method: try command.text("method"),
      body: ContiguousArray((command["body"]?.string ?? "").utf8),
      fields: command.fields,
      policy: policy
    )
    tasks[task.id] = task
    return ["task": .string(task.id)]
  }

  private func answer(_ id: String) async throws -> JSONValue {
    guard let task = tasks[id] else { throw Misuse(description: "there is no task \(id)") }
    var value: [String: JSONValue] = [:]
    do {
      let answer = try await task.answer
      value["outcome"] = .string(answer.source.rawValue)
      value["fields"] = .object(
        Dictionary(answer.fields.all.map { ($0.name, .string($0.value)) }) { first, _ in first }
      )
      value["text"] = answer.bytes.map { .string(String(decoding: $0, as: UTF8.self)) }
      value["json"] = .array(answer.objects.map(App.json))
    } catch let error as RequestError {
      value["outcome"] = .string("\(error.kind)")
      value["json"] = error.document
      value["retryAfter"] = error.retryAfter.map { .integer($0) }
      value["address"] = .string(error.address)
    }
    let record = task.record
    value["status"] = (record.error?.status ?? record.status).map { .integer(Int64($0)) }
    value["failure"] = record.error.map { .string("\($0.kind)") }
    value["requestID"] = (record.error?.requestID ?? record.requestID).map { .string($0) }
    value["joined"] = .bool(record.isJoined)
    value["requests"] = .integer(Int64(record.requests))
    value["bytes"] = .integer(Int64(record.bytes))
    value["begin"] = .integer(record.begin)
    value["end"] = record.end.map { .integer($0) }
    return .object(value)
  }

  // MARK: The store

  private static func json(_ object: StoredObject) -> JSONValue {
    (try? JSONValue(json: object.json)) ?? nil
  }

  private func read(_ id: String) async throws -> JSONValue {
    guard let object = await client.store.load([id])[id] else { return ["json": nil] }
    return [
      "json": App.json(object), "stale": .bool(object.isStale(at: client.now)),
      "version": object.version.map { .integer($0) } ?? nil,
      "typeVersion": .integer(Int64(object.typeVersion)),
      "names": .array(object.fields.sorted().map { .string($0) }),
    ]
  }

  private func missing(_ command: Command) async throws -> JSONValue {
    let id = try command.text("id")
    let wanted = Set(command["fields"]?.array?.compactMap(\.string) ?? [])
    let snapshot = await client.store.load([id])
    guard let fields = snapshot.missingFields(wanted, of: id, at: client.now) else {
      return ["json": nil]
    }
    return ["json": .array(fields.sorted().map { .string($0) })]
  }

  private func collection(_ display: DisplayID) async -> JSONValue {
    guard let collection = await client.store.load(display).collection(display) else {
      return ["json": nil]
    }
    return [
      "json": .array(collection.items.map { .string($0) }),
      "total": collection.total.map { .integer(Int64($0)) } ?? nil,
      "expires": collection.expires.map { .integer($0) } ?? nil,
    ]
  }

  private static func part(_ command: Command) throws -> ObservedPart {
    let key = command["key"]?.string ?? ""
    switch try command.text("kind") {
    case "object": return .object(key)
    case "type": return .type(key)
    case "collection": return .collection(.endpoint(EndpointKey(key)))
    default: return .everything
    }
  }

  /// The ids of what has changed since the last call, without waiting for more.
  private func changesUntilNow() async -> JSONValue {
    guard let changes else { return ["json": []] }
    // The task runs at once until it has to wait.
    let look = Task.immediate { () -> [String] in
      var iterator = changes.makeAsyncIterator()
      guard let change = await iterator.next() else { return [] }
      let endpoints = change.collections.compactMap { display -> String? in
        if case .endpoint(let key) = display { key.description } else { nil }
      }
      return (change.ids + endpoints).sorted()
    }
    look.cancel()
    return ["json": .array(await look.value.map { .string($0) })]
  }
}
