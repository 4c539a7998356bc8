// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Answers operators' requests about webhooks.
struct HookAnswers {
  let store: any ResourceStore
  let hooks: [RunningHook]
  private var deliveries: HookDeliveries { HookDeliveries(store: store) }

  /// The name of the webhooks below the mount.
  static let name = "_hooks"
  /// The most dead letters that are listed, or sent once more by one request.
  static let mostLetters = 1_000

  /// Answers the webhooks with their states and dead letters, and sends dead letters once more.
  func answer(_ request: ResourceRequest) throws -> ResourceReply {
    try request.permit(.administer)
    let path = request.path
    guard path.count > 1 else {
      guard request.method == .get, request.verb == nil else {
        throw ResourceProblem.noMethod(["GET", "HEAD"])
      }
      let list = try hooks.map { DataValue.members(try members(of: $0)) }
      return ResourceReply.privately(.ok, ["data": .list(list)])
    }
    guard let running = hooks.first(where: { $0.hook.name == path[1] }), path.count <= 3 else {
      let names = hooks.map(\.hook.name).joined(separator: ", ")
      throw ResourceProblem(
        .notFound,
        .notFound,
        "there is no webhook \(path[1].prefix(40)); expected "
          + (names.isEmpty ? "one that the site declares" : names)
      )
    }
    if path.count == 3 { return try remove(path[2], of: running, request) }
    switch (request.method, request.verb) {
    case (.get, nil):
      let letters = try letters(of: running).map { try $0.json() }
      let members = try members(of: running) + [("dead", .list(letters))]
      return ResourceReply.privately(.ok, .members(members))
    case (.post, "replay"): return try replay(request, running)
    case (_, nil): throw ResourceProblem.noMethod(["GET", "HEAD"])
    case (_, "replay"): throw ResourceProblem.noMethod(["POST"])
    default: throw ResourceProblem.noVerb(request.verb, among: ["replay"])
    }
  }

  private func letters(of running: RunningHook) throws -> [OutboxMessage] {
    try store.messages(to: running.hook.receiver, isDead: true, limit: Self.mostLetters)
  }

  private func members(of running: RunningHook) throws -> [(String, DataValue)] {
    let (hook, state) = (running.hook, running.state())
    let positions = try store.positions(of: hook.receiver)
    let behind = try store.zones().reduce(Int64(0)) { sum, zone in
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
  private func replay(_ request: ResourceRequest, _ running: RunningHook) throws -> ResourceReply {
    var letters = try letters(of: running)
    if !request.body.isEmpty, let value = try request.object()["ids"] {
      guard let ids = value.elements?.compactMap(\.string), ids.count == value.elements?.count
      else {
        throw ResourceProblem(
          .badRequest,
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
      try store.keep(letter)
    }
    running.wake()
    return ResourceReply.privately(.accepted, ["replayed": .integer(Int64(letters.count))])
  }

  /// Removes a dead letter.
  private func remove(
    _ id: String,
    of running: RunningHook,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    guard request.method == .delete, request.verb == nil else {
      throw ResourceProblem.noMethod(["DELETE"])
    }
    guard try letters(of: running).contains(where: { $0.id == id }), try store.removeMessage(id)
    else { throw Self.noLetter(id, of: running) }
    return ResourceReply(.noContent)
  }

  private static func noLetter(_ id: String, of running: RunningHook) -> ResourceProblem {
    ResourceProblem(
      .notFound,
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
