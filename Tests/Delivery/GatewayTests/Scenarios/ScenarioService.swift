// SPDX-License-Identifier: Apache-2.0

import Bytes
import Conformance
import HTTPServer
import HTTPValues
import Reactor
import Synchronization

/// A service of a scenario: what it answers is said target by target, and may be a fault.
final class ScenarioService: Sendable {
  private enum Behaviour {
    case answer(Response, body: String)
    /// Ends the connection in place of an answer.
    case reset
    /// Answers nothing until it is told something else.
    case silent(Gate)
  }

  let server: PlainService
  private let script: Script

  /// The answers by target.
  private final class Script: Sendable {
    let behaviours = Mutex<[String: Behaviour]>([:])

    func answer(_ exchange: Exchange, _ count: Int) async throws {
      let target = exchange.request.target
      while true {
        switch behaviours.withLock({ $0[target] ?? $0[""] }) {
        case .answer(let response, let body)?:
          let text = body.replacing("@count@", with: "\(count)")
          return try await exchange.respond(response, body: Array(text.utf8))
        case .reset?: return exchange.abort()
        case .silent(let gate)?: await gate.pass()
        case nil: return try await exchange.respond(Response(.notFound))
        }
      }
    }
  }

  init(clock: ManualClock) async throws {
    let script = Script()
    self.script = script
    server = try await PlainService(clock: clock) { exchange, service in
      try await script.answer(exchange, service.count)
    }
  }

  /// Sets the answers from now on.
  ///
  /// - Parameters:   - block: a status, fields, an empty line and a body; or `reset` or `silent`.
  ///   - target: the target that gets this answer; if empty, all those without an answer of their
  ///   own.
  func behave(_ block: [String], to target: String) throws {
    let behaviour: Behaviour
    switch block.first {
    case "reset": behaviour = .reset
    case "silent": behaviour = .silent(Gate())
    case let word?:
      guard let code = Int(word), let status = Status(code) else {
        throw PlainError("\"\(word)\" is no status, reset or silent")
      }
      let message = ScenarioMessage(block.dropFirst())
      var fields: Fields = ["content-type": "application/json"]
      for (name, value) in message.fields {
        if let name = FieldName(name) { fields.set(name, value) }
      }
      behaviour = .answer(
        Response(status, fields: fields),
        body: message.body.joined(separator: "\n")
      )
    case nil: throw PlainError("a service needs a status, reset or silent")
    }
    let former = script.behaviours.withLock { $0.updateValue(behaviour, forKey: target) }
    if case .silent(let gate)? = former { gate.open() }
  }
}
