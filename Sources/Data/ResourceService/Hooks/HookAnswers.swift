// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

/// Answers operators' requests about webhooks.
struct HookAnswers {
  let store: ResourceStore
  let hooks: [RunningHook]
  private var deliveries: HookDeliveries { HookDeliveries(store: store) }

  /// The most dead letters that are listed, or sent once more by one request.
  static let mostLetters = 1_000

  /// Answers the webhooks with their states.
  func list() throws -> ResourceReply {
    let list = try hooks.map { DataValue.members(try members(of: $0)) }
    return ResourceReply.privately(.ok, ["data": .list(list)])
  }

  /// Answers a webhook with its dead letters.
  func show(_ request: ResourceRequest) throws -> ResourceReply {
    let running = try running(request)
    let letters = try letters(of: running).map { try $0.json() }
    return ResourceReply.privately(
      .ok,
      .members(try members(of: running) + [("dead", .list(letters))])
    )
  }

  private func running(_ request: ResourceRequest) throws(ResourceProblem) -> RunningHook {
    let name = request.path[1]
    guard let running = hooks.first(where: { $0.hook.name == name }) else {
      let names = hooks.map(\.hook.name).joined(separator: ", ")
      throw ResourceProblem(
        .notFound,
        "there is no webhook \(name.prefix(40)); expected "
          + (names.isEmpty ? "one that the site declares" : names)
      )
    }
    return running
  }

  private func letters(of running: RunningHook) throws -> [OutboxMessage] {
    try store.outbox.messages(to: running.hook.receiver, isDead: true, limit: Self.mostLetters)
  }

  private func members(of running: RunningHook) throws -> [(String, DataValue)] {
    let (hook, state) = (running.hook, running.state())
    let positions = try store.outbox.positions(of: hook.receiver)
    let behind = try store.history.zones().reduce(Int64(0)) { sum, zone in
      positions.isEmpty ? 0 : sum + max(0, zone.value - (positions[zone.key] ?? 0))
    }
    var members: [(String, DataValue)] = [
      ("name", .text(hook.name)), ("origin", .text(running.origin)),
      ("types", .texts(hook.types.sorted())), ("state", .text(state.word.rawValue)),
      ("behind", .integer(behind)),
      ("deferred", .integer(Int64(try deliveries.deferredMessages(for: hook).count))),
      ("deadLetters", .integer(Int64(try deliveries.deadLetters(of: hook)))),
    ]
    if let reason = state.reason { members.append(("reason", .text(reason))) }
    if let since = state.since { members.append(("since", .text(since.description))) }
    return members
  }

  /// Lets dead letters be sent once more: those that the body names by their ids, or all of them.
  func replay(_ request: ResourceRequest) throws -> ResourceReply {
    let running = try running(request)
    var letters = try letters(of: running)
    if !request.body.isEmpty, let value = try request.object()["ids"] {
      guard let ids = value.elements?.compactMap(\.string), ids.count == value.elements?.count
      else {
        throw ResourceProblem(
          .badJSON,
          "\"ids\" is \(value.kindName); expected a list of ids of dead letters"
        )
      }
      for id in ids where !letters.contains(where: { $0.id == id }) {
        throw Self.noLetter(id, of: running)
      }
      letters = letters.filter { ids.contains($0.id) }
    }
    for letter in letters {
      var letter = letter
      letter.isDead = false
      try store.outbox.keep(letter)
    }
    running.wake()
    return ResourceReply.privately(.accepted, ["replayed": .integer(Int64(letters.count))])
  }

  /// Removes a dead letter.
  func remove(_ request: ResourceRequest) throws -> ResourceReply {
    let (running, id) = (try running(request), request.path[2])
    guard try letters(of: running).contains(where: { $0.id == id }),
      try store.outbox.removeMessage(id)
    else { throw Self.noLetter(id, of: running) }
    return ResourceReply(.noContent)
  }

  private static func noLetter(_ id: String, of running: RunningHook) -> ResourceProblem {
    ResourceProblem(
      .notFound,
      "the webhook \(running.hook.name) has no dead letter \(id.prefix(80))"
    )
  }
}

extension OutboxMessage {
  /// A dead letter as operators see it.
  fileprivate func json() throws -> DataValue {
    .members([
      ("id", .text(id)), ("died", .text(created.description)),
      ("attempts", .integer(Int64(attempts))), ("reason", reason.map { .text($0) } ?? .null),
      ("message", try DataValue(reading: body.span, as: .json)),
    ])
  }
}
