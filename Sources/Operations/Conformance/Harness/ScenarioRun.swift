// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Glibc
import HTTPValues
import Reactor

/// Runs the statements of a scenario in their order; the first that does not hold ends it.
final class ScenarioRun {
  /// The instant at which the clock of each scenario begins.
  private static let start: Int64 = 1_800_000_000

  private let program: ClientUnderTest
  private let clock = ManualClock(wallSeconds: ScenarioRun.start)
  private let folder: String
  /// The seconds by which the device's clock is ahead of all others.
  private var deviceAhead = Duration.zero
  private var services: [String: ScriptedService] = [:]
  private let files = ScenarioFiles()
  private var hasSite = false
  private var site: ServedSite?
  private var isOnline = true
  /// Whether the program runs, and not only its clients are known.
  private var isRunning = true
  /// The clients that are open, with what they were opened with.
  private var clients: [(name: String, members: [(String, DataValue)])] = []
  private var current = ""
  /// The requests whose answers nobody has looked at, the oldest first.
  private var launched: [(client: String, task: DataValue)] = []
  private var last = DataValue.null
  private var kept: [String: String] = [:]

  /// - Parameter folder: an empty folder for what the client keeps.
  init(_ program: ClientUnderTest, folder: String) {
    (self.program, self.folder) = (program, folder)
  }

  /// Runs a scenario, and closes the clients that it opened.
  func run(_ scenario: Scenario) async throws {
    for statement in scenario.statements {
      do {
        try await run(statement)
      } catch {
        throw PlainError("\(scenario.file):\(statement.line): \(error)")
      }
    }
    for client in clients { _ = try program.tell("close", [("client", .text(client.name))]) }
  }

  private func run(_ statement: Scenario.Statement) async throws {
    let words = statement.words.map(filled)
    let block = statement.block.map(filled)
    let name = words.dropFirst().first ?? ""
    switch words[0] {
    case "needs": break
    case "settings": write("{\n\(block.joined(separator: "\n"))\n}", to: "Content/site.json5")
    case "file": write(block.joined(separator: "\n"), to: name)
    case "remove": write(nil, to: name)
    case "publish": try await started().publish()
    case "service": try await service(name).behave(block, to: words.count > 2 ? words[2] : "")
    case "wait": try advance(by: try scenarioTime(name))
    case "clock":
      deviceAhead += try scenarioTime(name)
      try tellTime()
    case "offline", "online": try setOnline(words[0] == "online")
    case "open": try await open(name.isEmpty ? "app" : name, ScenarioMessage(block))
    case "use": current = name
    case "kill":
      program.kill()
      isRunning = false
    case "reopen": try reopen()
    case "launch": try await launch(words, ScenarioMessage(block))
    case "expect":
      try answer()
      try expect("outcome", name)
      try expect(ScenarioMessage(block))
    case "retry":
      try command("retry", [("task", .text(kept["task"]))])
      noteLaunch()
    case "soon": try await soon(statement)
    case "cancel": try command("cancel", [("task", launched.first?.task ?? .null)])
    case "asked": try await expectAsked(words, block)
    case "delayed":
      let service = try await service(name)
      try wait("\(name) delays \(words.last ?? "") requests") { "\(service.delayed)" == words.last }
    case "keep": kept[name] = text(of: name) ?? firstObject?[name]?.string
    default:
      try command(words[0], try Command.members(of: words))
      try expect(ScenarioMessage(block))
    }
  }

  // MARK: The servers

  private func service(_ name: String) async throws -> ScriptedService {
    if let known = services[name] { return known }
    let service = try await ScriptedService(clock: clock)
    services[name] = service
    return service
  }

  private func write(_ text: String?, to path: String) {
    hasSite = true
    files.write(text, to: path)
  }

  private func started() async throws -> ServedSite {
    if let site { return site }
    let started = try await ServedSite(files, clock: clock)
    site = started
    return started
  }

  private func setOnline(_ value: Bool) throws {
    isOnline = value
    for server in services.values.map(\.server) + [site?.server].compactMap({ $0 }) {
      server.setOffline(!value)
    }
    if isRunning { _ = try program.tell("network", [("online", .boolean(value))]) }
  }

  private func expectAsked(_ words: [String], _ block: [String]) async throws {
    guard words.count == 3, let count = Int(words[2]) else {
      throw PlainError("expected asked SERVICE COUNT")
    }
    let service = try await service(words[1])
    try wait("\(words[1]) is asked") { service.seen.count >= count }
    let all = service.seen
    guard all.count == count else {
      let targets = all.map(\.target).joined(separator: ", ")
      throw PlainError("\(words[1]) was asked \(all.count) times: \(targets)")
    }
    guard let seen = all.last, let line = block.first else { return }
    guard Expectation.holds(line, for: "\(seen.method) \(seen.target)") else {
      throw PlainError("the last request is \(seen.method) \(seen.target)")
    }
    let message = ScenarioMessage(block.dropFirst())
    for (name, pattern) in message.fields {
      let value = FieldName(name).flatMap { seen.fields[$0] }
      guard Expectation.holds(pattern, for: value) else {
        throw PlainError("\(name) of the request is \(value ?? "missing"); expected \(pattern)")
      }
    }
    let body = String(decoding: seen.body, as: UTF8.self)
    if let text = message.text, try !Expectation.holds(text, inText: body) {
      throw PlainError("the body of the request is \(body); expected \(text)")
    }
  }

  /// Waits for what happens on the servers' loops.
  private func wait(_ what: String, until holds: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(10)
    while !holds() {
      guard ContinuousClock.now < end else { throw PlainError("waited in vain until \(what)") }
      usleep(500)
    }
  }

  /// Carries a statement out until what it expects holds, since a client need not be as fast as its servers.
  private func soon(_ statement: Scenario.Statement) async throws {
    let words = Array(statement.words.dropFirst())
    let command = Scenario.Statement(line: statement.line, words: words, block: statement.block)
    let end = ContinuousClock.now + .seconds(10)
    while true {
      do {
        return try await run(command)
      } catch let fault as PlainError {
        guard ContinuousClock.now < end else { throw fault }
        usleep(500)
      }
    }
  }

  // MARK: The client

  private func advance(by time: Duration) throws {
    // The client first: an answer that the servers' clock sets free has a Date of then.
    try tellTime(in: time)
    clock.advance(by: time)
  }

  /// The time of the device, in seconds since 1970.
  private func deviceTime(in time: Duration = .zero) -> DataValue {
    .number(clock.wallSeconds + (deviceAhead + time).components.seconds)
  }

  private func tellTime(in time: Duration = .zero) throws {
    if isRunning { _ = try program.tell("clock", [("now", deviceTime(in: time))]) }
  }

  private func open(_ name: String, _ message: ScenarioMessage) async throws {
    if hasSite { _ = try await started() }
    for service in services.values { service.server.setOffline(!isOnline) }
    let address = hasSite ? site?.server.address : try await service("origin").server.address
    var members: [(String, DataValue)] = [
      ("client", .text(name)), ("config", .text("http://\(address ?? "")/config")),
      ("environment", .text("production")), ("account", .text("")), ("folder", .text(folder)),
    ]
    var fields: [(String, DataValue)] = []
    for (name, value) in message.fields {
      if let place = members.firstIndex(where: { $0.0 == name }) {
        members[place].1 = .text(filled(value))
      } else {
        fields.append((name, .text(value)))
      }
    }
    members.append(("fields", .members(fields)))
    if let bundle = message.text {
      members.append(("bundle", try DataValue(reading: bundle.utf8Span.span, as: .json5)))
    }
    clients.append((name, members))
    current = name
    try begin(members)
  }

  private func begin(_ members: [(String, DataValue)]) throws {
    _ = try program.tell("open", members + [("now", deviceTime())])
    if !isOnline { _ = try program.tell("network", [("online", .boolean(false))]) }
  }

  private func reopen() throws {
    try program.restart()
    isRunning = true
    launched = []
    for client in clients { try begin(client.members) }
  }

  private func launch(_ words: [String], _ message: ScenarioMessage) async throws {
    guard words.count > 2 else { throw PlainError("expected launch METHOD LINK [POLICY]") }
    var members: [(String, DataValue)] = [("method", .text(words[1])), ("link", .text(words[2]))]
    if words.count > 3 { members.append(("policy", .text(words[3]))) }
    if words.count > 4 { members.append(("seconds", .number(Int(words[4]) ?? 0))) }
    let fields = message.fields.map { ($0.name, DataValue.text($0.value)) }
    members += [("fields", .members(fields)), ("body", .text(message.text))]
    try command("launch", members)
    noteLaunch()
  }

  private func noteLaunch() {
    launched.append((current, last["task"] ?? .null))
    kept["launched"] = last["task"]?.string
  }

  private func answer() throws {
    guard !launched.isEmpty else { return }
    let (client, task) = launched.removeFirst()
    last = try program.tell("answer", [("client", .text(client)), ("task", task)])
    kept["task"] = task.string
  }

  private func command(_ verb: String, _ members: [(String, DataValue)]) throws {
    last = try program.tell(verb, [("client", .text(current))] + members)
  }

  // MARK: Expectations

  private func expect(_ message: ScenarioMessage) throws {
    for (name, pattern) in message.fields { try expect(name, pattern) }
    guard let text = message.text else { return }
    let found = text.hasPrefix("{") ? firstObject : last["json"]
    if text == "nothing" {
      guard found == nil || found == .null else { throw unexpected("no value") }
    } else if text.hasPrefix("{") || text.hasPrefix("[") {
      let expected = try DataValue(reading: text.utf8Span.span, as: .json5)
      guard Expectation.holds(expected, in: found) else { throw unexpected(text) }
    } else {
      let json = String(decoding: found?.json ?? [], as: UTF8.self)
      for line in message.body {
        let part = line.drop { $0 != " " }.dropFirst()
        guard json.contains(part) == line.hasPrefix("has ") else { throw unexpected(line) }
      }
    }
  }

  /// The object in the last value, or the first one of several.
  private var firstObject: DataValue? {
    if case .array(let all)? = last["json"]?.content { all.first } else { last["json"] }
  }

  private func expect(_ name: String, _ pattern: String) throws {
    guard !Expectation.holds(pattern, for: text(of: name)) else { return }
    throw unexpected("\(name) to be \(pattern.isEmpty ? "missing" : pattern)")
  }

  /// The text of a member of the last value, or of a field of the answer in it.
  private func text(of name: String) -> String? {
    switch (last[name] ?? last["fields"]?[name])?.content {
    case nil, .null: nil
    case .string(let text): text
    case .bool(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .array(let all): all.map { $0.string ?? "" }.joined(separator: ", ")
    case .some: nil
    }
  }

  private func unexpected(_ expected: String) -> PlainError {
    let value = String(decoding: last.json.prefix(2_000), as: UTF8.self)
    return PlainError("expected \(expected) in \(value)")
  }

  /// A text with the addresses of servers and what was kept in place of their names between `@`.
  private func filled(_ text: String) -> String {
    guard text.contains("@") else { return text }
    var text = text
    for (name, service) in services {
      text = text.replacing("@\(name)@", with: "http://\(service.server.address)")
    }
    if let site { text = text.replacing("@site@", with: "http://\(site.server.address)") }
    for (name, value) in kept { text = text.replacing("@\(name)@", with: value) }
    return text
  }
}

/// The commands that a statement of one line makes, with the members that its words are.
private enum Command {
  private static let members: [String: [String]] = [
    "read": ["id"], "missing": ["id", "fields…"], "collection": ["endpoint"],
    "answered": ["task"], "put": ["object{}"], "erase": ["id"], "undo": [],
    "observe": ["kind", "key"], "changes": [], "running": [], "record": ["task"],
    "index": ["type", "field"],
    "find": ["type", "field", "value"], "refuse": ["type", "field", "value"], "settle": [],
    "synchronize": [],
    "start": ["policy"], "state": [], "look": [], "next": [], "screen": ["link"], "flow": ["link"],
    "follow": ["member"], "logout": [],
    "enqueue": ["change", "id", "link", "condition", "body{}"], "deliver": [], "operations": [],
    "decide": ["id", "decision"], "resolve": ["id", "resolution", "fields{}"],
    "pull": ["link"], "listen": ["link"], "listening": [],
    "pages": ["link", "network"], "page": [],
    "prefetch": ["network", "budget"], "figures": [],
  ]

  static func members(of words: [String]) throws -> [(String, DataValue)] {
    guard let names = members[words[0]] else { throw PlainError("\"\(words[0])\" is no statement") }
    var members: [(String, DataValue)] = []
    for (index, name) in names.enumerated() where index + 1 < words.count {
      let rest = words[(index + 1)...]
      if name.hasSuffix("…") {
        members.append((String(name.dropLast()), .texts(Array(rest))))
      } else if name.hasSuffix("{}") {
        let json = rest.joined(separator: " ")
        let value = try DataValue(reading: json.utf8Span.span, as: .json5)
        members.append((String(name.dropLast(2)), value))
      } else {
        members.append((name, .text(words[index + 1])))
      }
    }
    return members
  }
}
