// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPServer
import HTTPValues
import Reactor
import Synchronization

/// A service whose answers, delays and faults a scenario says, target by target.
final class ScriptedService: Sendable {
  /// A request as it came.
  struct Seen: Sendable {
    let method: String
    let target: String
    let fields: Fields
    let body: [UInt8]
  }

  let server: LoopbackServer
  private let script = Script()

  init(clock: ManualClock) async throws {
    server = try LoopbackServer(clock: clock)
    let script = script
    try await server.start { ScriptedHandler(script, on: $0) }
  }

  var seen: [Seen] { script.state.withLock { $0.seen } }

  /// The number of requests whose answers wait for the clock.
  var delayed: Int { script.state.withLock { $0.delayed } }

  /// Sets the answer from now on.
  ///
  /// - Parameters:
  ///   - block: a status, perhaps with `after TIME`, `part BYTES` or `cut BYTES`, fields, an empty line and a body; or
  ///   `reset`.
  ///   - target: the target that gets this answer; if empty, all those without an answer of their own.
  func behave(_ block: [String], to target: String) throws {
    let behaviour = try Behaviour(block)
    script.state.withLock { $0.behaviours[target] = behaviour }
  }
}

/// The behaviour of a service at a target.
private struct Behaviour: Sendable {
  var response = Response(.ok)
  var body = ""
  /// The time by the scenario's clock until the answer.
  var delay = Duration.zero
  /// The bytes of the body that come before the delay; all come after it where it is `nil`.
  var part: Int?
  /// The bytes of the body after which the connection breaks; 0 for an answer that does not come at all.
  var cut: Int?

  init(_ block: [String]) throws {
    let words = block.first?.split(separator: " ").map(String.init) ?? []
    guard words.first != "reset" else {
      cut = 0
      return
    }
    guard let code = words.first.flatMap({ Int($0) }), let status = Status(code) else {
      throw PlainError("\"\(block.first ?? "")\" begins with no status, and is not reset")
    }
    response.status = status
    for (name, value) in zip(words.dropFirst(), words.dropFirst(2)) {
      if name == "after" { delay = try scenarioTime(value) }
      if name == "part" { part = Int(value) }
      if name == "cut" { cut = Int(value) }
    }
    let message = ScenarioMessage(block.dropFirst())
    if !message.body.isEmpty { response.fields = ["content-type": "application/json"] }
    for (name, value) in message.fields {
      guard let name = FieldName(name) else { throw PlainError("\"\(name)\" is no field") }
      response.fields.set(name, value)
    }
    body = message.text ?? ""
  }
}

private final class Script: Sendable {
  struct State {
    var behaviours: [String: Behaviour] = [:]
    var seen: [ScriptedService.Seen] = []
    var delayed = 0

    /// The behaviour at a path, with the most of the parameters that a target has.
    func behaviour(of target: String) -> Behaviour? {
      func parts(_ target: String) -> (path: Substring, parameters: Set<Substring>) {
        let halves = target.split(separator: "?", maxSplits: 1)
        return (halves.first ?? "", Set(halves.dropFirst().joined().split(separator: "&")))
      }
      let wanted = parts(target)
      let found = behaviours.keys.map { (key: $0, parts: parts($0)) }.filter {
        $0.parts.path == wanted.path && $0.parts.parameters.isSubset(of: wanted.parameters)
      }
      let best = found.max { $0.parts.parameters.count < $1.parts.parameters.count }
      return behaviours[best?.key ?? ""]
    }
  }

  let state = Mutex(State())
}

private final class ScriptedHandler: RequestHandler {
  private let script: Script
  private let core: LoopCore

  init(_ script: Script, on core: LoopCore) { (self.script, self.core) = (script, core) }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(answer) }

  private func answer(_ exchange: Exchange) async throws {
    let request = exchange.request
    let seen = ScriptedService.Seen(
      method: request.method.name,
      target: request.target,
      fields: request.fields,
      body: try await exchange.body(atMost: 1 << 20)
    )
    let (behaviour, count) = script.state.withLock { state in
      state.seen.append(seen)
      let found = state.behaviours[seen.target] ?? state.behaviour(of: seen.target)
      if let found, found.delay > .zero { state.delayed += 1 }
      return (found, state.seen.count)
    }
    guard var behaviour else { return try await exchange.respond(Response(.notFound)) }
    if behaviour.part == nil { await pause(behaviour.delay) }
    if let tag = behaviour.response.fields["etag"], behaviour.response.status == .ok,
      seen.fields["if-none-match"] == tag
    {
      behaviour.response.status = .notModified
      return try await exchange.respond(behaviour.response)
    }
    let body = Array(behaviour.body.replacing("@count@", with: "\(count)").utf8)
    guard let first = behaviour.part ?? behaviour.cut else {
      return try await exchange.respond(behaviour.response, body: body)
    }
    let (part, rest) = (Array(body.prefix(first)), Array(body.dropFirst(first)))
    if first > 0 {
      try await exchange.start(behaviour.response, length: body.count)
      try await exchange.write(part.span)
    }
    if behaviour.part != nil { await pause(behaviour.delay) }
    guard behaviour.cut == nil else { return exchange.abort() }
    try await exchange.write(rest.span)
    try await exchange.finish()
  }

  private func pause(_ delay: Duration) async {
    guard delay > .zero else { return }
    await Pause.until(core.now + delay, on: core)
    script.state.withLock { $0.delayed -= 1 }
  }
}

/// A wait for the clock of a loop.
private final class Pause: DeadlineHandler {
  private let over = Awaited<Void>()

  static func until(_ instant: Instant, on core: LoopCore) async {
    let pause = Pause()
    _ = core.schedule(pause, at: instant)
    await pause.over.value()
  }

  func deadlineReached() { over.bring(()) }
}
