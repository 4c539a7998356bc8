// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Conformance
import ContentModel
import Gateway
import HTTPValues
import LoopTesting
import Reactor
import SiteTesting
import Testing

/// Runs the statements of a scenario in their order, and records where one does not hold.
final class ScenarioRun {
  private let scenario: Scenario
  private let clock = ManualClock(wallSeconds: SiteServer.start)
  private var services: [String: ScenarioService] = [:]
  private var settings: String?
  private var files: [String: String] = [:]
  private var site: SiteServer?
  /// Requests whose answers nobody has looked at, the oldest first.
  private var asked: [Task<SiteServer.Reply, any Error>] = []
  private var last: SiteServer.Reply?
  /// Connections of requests whose bodies do not come.
  private var held: [PlainSocket] = []
  /// The values that `keep` has stored, by name.
  private var kept: [String: String] = [:]

  init(_ scenario: Scenario) { self.scenario = scenario }

  func run() async throws {
    for statement in scenario.statements {
      do {
        try await run(statement)
      } catch {
        throw PlainError("\(scenario.file):\(statement.line): \(error)")
      }
    }
    for task in asked { _ = try await task.value }
  }

  private func run(_ statement: Scenario.Statement) async throws {
    let (words, block) = (statement.words, statement.block)
    let name = words.dropFirst().first ?? ""
    switch words[0] {
    case "settings": settings = "{\n\(block.joined(separator: "\n"))\n}"
    case "file": try write(block.joined(separator: "\n"), to: name)
    case "remove": try write(nil, to: name)
    case "publish": try await started().publish()
    case "service":
      try await service(name).behave(block, to: words.count > 2 ? words[2] : "")
    case "ask": try await ask(words, ScenarioMessage(filled(block)))
    case "hold": try await hold(words, ScenarioMessage(filled(block)))
    case "expect": try await expect(statement)
    case "wait": clock.advance(by: try scenarioTime(name))
    case "clock": clock.setTimeOfDay(by: try scenarioTime(name))
    case "asked": try await expectAsked(statement)
    case "keep": kept[name] = last?.fields[name]
    case "purge": try await purge(words)
    default: throw PlainError("\"\(words[0])\" is no statement")
    }
  }

  // MARK: The site and its services

  private func service(_ name: String) async throws -> ScenarioService {
    if let known = services[name] { return known }
    let service = try await ScenarioService(clock: clock)
    services[name] = service
    return service
  }

  private func write(_ text: String?, to path: String) throws {
    guard let site else {
      files[path] = text
      return
    }
    site.site.write(text.map(filled), to: path.contains(".") ? path : "Content/\(path).json5")
  }

  /// The site, which starts with the first request.
  private func started() async throws -> SiteServer {
    if let site { return site }
    let files = files.mapValues(filled)
    let started =
      if let settings {
        try await SiteServer(files, settings: filled(settings), clock: clock)
      } else {
        try await SiteServer(files, clock: clock)
      }
    site = started
    return started
  }

  /// A text with the addresses of services and what was kept in place of their names between `@`.
  private func filled(_ text: String) -> String {
    var text = text
    for (name, service) in services {
      text = text.replacing("@\(name)@", with: service.server.address)
    }
    for (name, value) in kept { text = text.replacing("@\(name)@", with: value) }
    return text
  }

  private func filled(_ lines: [String]) -> [String] { lines.map(filled) }

  private func purge(_ words: [String]) async throws {
    let site = try await started()
    let scope: PurgeScope
    switch (words.dropFirst(2).first, words.dropFirst(3).first) {
    case ("tag", let name?):
      guard let tag = TagName(name) else { throw PlainError("\(name): no tag") }
      scope = .tag(tag)
    case ("path", let path?): scope = .path(Array(path.utf8))
    case ("everything", nil): scope = .everything
    default: throw PlainError("expected purge soft|hard tag|path NAME|everything")
    }
    site.store.purge(scope, words[1] == "hard" ? .hard : .soft, at: clock.wallSeconds * 1_000)
  }

  // MARK: Requests and what is expected of them

  private func ask(_ words: [String], _ message: ScenarioMessage) async throws {
    guard words.count == 3 else { throw PlainError("expected ask METHOD TARGET") }
    let site = try await started()
    let fields = Dictionary(message.fields.map { ($0.name, $0.value) }) { $1 }
    let body = message.body.isEmpty ? nil : message.body.joined(separator: "\n")
    let (method, target) = (words[1], filled(words[2]))
    asked.append(
      Task { try await site.get(target, fields, method: method, body: body) }
    )
  }

  /// Sends requests with the beginning of their bodies, and waits until they are under way.
  private func hold(_ words: [String], _ message: ScenarioMessage) async throws {
    guard words.count == 4, let count = Int(words[1]) else {
      throw PlainError("expected hold COUNT METHOD TARGET")
    }
    let site = try await started()
    var text = "\(words[2]) \(filled(words[3])) HTTP/1.1\r\nHost: a\r\n"
    for (name, value) in message.fields { text += "\(name): \(value)\r\n" }
    text += "\r\n" + message.body.joined(separator: "\n")
    for _ in 0..<count {
      let socket = try PlainSocket(to: site.address)
      try socket.send(text)
      held.append(socket)
    }
    let sum = held.count
    try await waitUntil("\(sum) requests are under way") {
      try await site.inspection().requests.count >= sum
    }
  }

  private func expect(_ statement: Scenario.Statement) async throws {
    guard !asked.isEmpty else { throw PlainError("nothing was asked") }
    let reply = try await asked.removeFirst().value
    last = reply
    let place = "\(scenario.file):\(statement.line)"
    #expect("\(reply.status)" == statement.words.dropFirst().first, "\(place): \(reply)")
    let message = ScenarioMessage(filled(statement.block))
    for (name, pattern) in message.fields {
      expect(reply.fields[name], pattern, "\(place): \(name) in \(reply.fields)")
    }
    let text = message.body.joined(separator: "\n")
    if text.hasPrefix("{") || text.hasPrefix("[") {
      let isThere = try Expectation.holds(text, inText: reply.body)
      #expect(isThere, "\(place): expected \(text) in \(reply.body)")
      return
    }
    for line in message.body {
      let isWanted = line.hasPrefix("has ")
      guard isWanted || line.hasPrefix("lacks ") else {
        throw PlainError("expected JSON, has TEXT or lacks TEXT, not \"\(line)\"")
      }
      let part = line.drop { $0 != " " }.dropFirst()
      #expect(reply.body.contains(part) == isWanted, "\(place): \(line): \(reply.body)")
    }
  }

  private func expect(_ value: String?, _ pattern: String, _ comment: String) {
    #expect(Expectation.holds(pattern, for: value), "\(comment): expected \(pattern)")
  }

  /// Waits until a service was asked so often, since some requests are sent beside the answer.
  private func expectAsked(_ statement: Scenario.Statement) async throws {
    let words = statement.words
    guard words.count == 3, let count = Int(words[2]) else {
      throw PlainError("expected asked SERVICE COUNT")
    }
    let service = try await service(words[1]).server
    let place = "\(scenario.file):\(statement.line)"
    try await waitUntil("\(words[1]) is asked \(count) times (\(place))") { service.count >= count }
    try await site?.settle()
    #expect(service.count == count, "\(place): \(service.seen.map(\.target))")
    guard let seen = service.seen.last, !statement.block.isEmpty else { return }
    let line = "\(seen.method) \(seen.target)"
    #expect(line == statement.block.first, "\(place)")
    for (name, pattern) in ScenarioMessage(statement.block.dropFirst()).fields {
      let value = FieldName(name).flatMap { seen.fields[$0] }
      expect(value, pattern, "\(place): \(name) of the service's request")
    }
  }
}
