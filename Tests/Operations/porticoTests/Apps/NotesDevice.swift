// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import PorticoClient
import PorticoClientHTTP
import ProgramTesting
import Reactor
import Synchronization
import Testing

/// A clock whose sleepers sleep until a test wakes them.
final class HeldClock: Sendable {
  private struct State: Sendable {
    var sleepers: [Int: (duration: Duration, alarm: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    var last = 0
  }

  private let state = Mutex(State())

  var clock: BackoffClock {
    BackoffClock(sleep: { [self] in try await sleep($0) }, random: { 1 })
  }

  /// The durations for which somebody sleeps, the shortest first.
  var sleeping: [Duration] { state.withLock { $0.sleepers.values.map(\.duration).sorted() } }

  private func sleep(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { alarm in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(number) == nil else { return true }
          state.sleepers[number] = (duration, alarm)
          return false
        }
        if isCancelled { alarm.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.alarm.resume(throwing: CancellationError())
    }
  }

  /// Wakes all who sleep for a duration.
  func wake(_ duration: Duration) {
    let woken = state.withLock { state in
      let found = state.sleepers.filter { $0.value.duration == duration }
      for number in found.keys { state.sleepers[number] = nil }
      return found.values.map(\.alarm)
    }
    for alarm in woken { alarm.resume() }
  }
}

/// An app on a device: a client with its outbox and its sync of the notes.
struct NotesDevice {
  let client: Client
  let outbox: Outbox
  let sync: ChangeSync
  let clock = HeldClock()

  /// - Parameter folder: the folder of the device, which outlives the app.
  init(
    at address: SocketAddress,
    in folder: String,
    token: String? = "write-word",
    types: Set<String> = ["notes"]
  ) throws {
    let url = try #require(WebAddress("http://\(address)/config"))
    client = Client(
      Environment(name: "production", configURL: url),
      transport: try HTTPTransport(),
      persistence: FilePersistence(folder: "\(folder)/store")
    )
    client.credential.token = token
    outbox = Outbox(
      client,
      journal: FileJournal(folder: "\(folder)/outbox"),
      clock: clock.clock
    )
    sync = ChangeSync(client, at: "/v1/changes", types: types, outbox: outbox, clock: clock.clock)
  }

  func enqueue(
    _ change: ObjectOperation.Change,
    _ id: String,
    ifUnchanged isConditional: Bool = false
  ) async throws {
    try await outbox.enqueue(
      ObjectOperation(change, id, at: "/v1/notes", ifUnchanged: isConditional)
    )
  }

  /// Enqueues the creation of a note, and returns its id.
  func create(_ fields: [String: JSONValue]) async throws -> String {
    let creation = outbox.creation(fields, "note", at: "/v1/notes")
    try await outbox.enqueue(creation)
    return creation.object
  }

  /// Sends what can be sent, and expects that nothing is left.
  func deliver() async throws {
    outbox.resume()
    await outbox.settled()
    #expect(outbox.pending.isEmpty, "\(outbox.refusals) \(outbox.conflicts)")
  }

  /// A field of a note as the app shows it.
  func shown(_ id: String, _ name: String = "text") -> JSONValue? {
    client.store.snapshot[id]?[name]
  }

  /// Ends the process; what was sent may have arrived.
  func kill() { outbox.close() }
}

/// A gateway with records of the type `notes`, a proxy before it, and folders for devices.
final class ServedNotes: Sendable {
  static let tokens = ["RECORDS_WRITE": "write-word", "RECORDS_ADMIN": "admin-word"]
  static let type = """
    {"prefix":"note","attributes":{"text":{"type":"text","required":true,"maximum":100},
    "stars":{"type":"integer","minimum":0},"tags":{"type":"list","of":"text"}}}
    """

  let sites = ServedSites()
  let proxy: FaultyProxy
  private let command: Mutex<RunningCommand>
  private let places: Mutex<(visitors: SocketAddress, operators: SocketAddress)>

  /// - Parameters:
  ///   - resources: further members of the declaration of records.
  ///   - settings: further members of the site's settings.
  init(_ resources: String = "", settings: String = "") async throws {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", open: "read", writeToken: "RECORDS_WRITE", administerToken: "RECORDS_ADMIN",
        \(resources)
      }, \(settings)
      """
    )
    let (command, places) = try await Self.serve(sites, "state")
    self.command = Mutex(command)
    self.places = Mutex(places)
    proxy = try FaultyProxy(to: places.visitors)
    try await declare(Self.type)
  }

  private static func serve(
    _ sites: ServedSites,
    _ state: String
  ) async throws -> (RunningCommand, (visitors: SocketAddress, operators: SocketAddress)) {
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/\(state)"],
      environment: tokens
    )
    return (command, try await command.addresses())
  }

  func device(
    _ name: String,
    token: String? = "write-word",
    types: Set<String> = ["notes"]
  ) throws -> NotesDevice {
    try NotesDevice(
      at: proxy.address,
      in: "\(sites.folder)/\(name)",
      token: token,
      types: types
    )
  }

  /// Ends the gateway, which answers nobody until it is served again.
  func stop() async throws {
    proxy.setOffline(true)
    try await command.withLock(\.self).stop()
  }

  /// Serves a state folder.
  func serve(_ state: String = "state") async throws {
    let (command, places) = try await Self.serve(sites, state)
    self.command.withLock { $0 = command }
    self.places.withLock { $0 = places }
    proxy.setGateway(places.visitors)
    proxy.setOffline(false)
  }

  func portico(_ words: String...) async throws {
    let outcome = try await Program(BuiltCommand.path).run(words)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Sends a request around the proxy.
  @discardableResult
  func send(
    _ line: String,
    _ body: String = "",
    token: String = "admin-word"
  ) async throws -> PlainAnswer {
    let visitors = places.withLock(\.visitors)
    return PlainAnswer(try await RunningCommand.ask(line, body, token: token, at: visitors))
  }

  func declare(_ type: String, of name: String = "notes") async throws {
    let answer = try await send("PUT /v1/_schema/\(name)", type)
    try #require(answer.status == "200", "\(answer.body)")
  }

  /// The note as the gateway has it; `nil` where it has none.
  func note(_ id: String) async throws -> JSONValue? {
    let answer = try await send("GET /v1/notes/\(id)")
    guard answer.status == "200" else { return .none }
    let members = try JSONValue(json: Array(answer.body.utf8)).object ?? [:]
    return .object(members.filter { $0.key != "_expire" })
  }

  /// Puts a note there by somebody else.
  func put(_ id: String, _ body: String) async throws {
    let answer = try await send("PUT /v1/notes/\(id)", body)
    try #require(["200", "201"].contains(answer.status), "\(answer.body)")
  }

  /// Has the gateway read the site's files again.
  func reload() async throws {
    let operators = places.withLock(\.operators)
    _ = try await RunningCommand.ask("POST /reload", "", at: operators)
  }
}
