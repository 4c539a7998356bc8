// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// Does what the page says, one step after the other: writes the files whose names stand before a block,
/// types what stands behind a `$`, and compares what is seen with what is shown.
@Suite(.timeLimit(.minutes(5))) struct `The tutorial` {
  private static let page = "\(DocumentedBlock.catalog)/FirstSite.md"

  /// The next action.
  private enum Action {
    case write(String, to: String)
    case type(Transcript.Step)
  }

  private static func actions() throws -> [Action] {
    let page = try #require(DocumentedBlock.pages[page])
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    return DocumentedBlock.all.filter { $0.file == "FirstSite.md" }.flatMap { block -> [Action] in
      let before = lines[..<(block.line - 1)].last { !$0.isEmpty } ?? ""
      if let name = before.wholeMatch(of: /`([^`]+)`:/) {
        return [.write(block.text, to: String(name.1))]
      }
      return Transcript(block.text).steps.map { .type($0) }
    }
  }

  /// The programs that run beside the others until the end.
  private final class Terminals {
    let folder: ServedSites
    /// Ports where nobody else is, by those of the page.
    let ports: [(shown: String, actual: String)]
    private let reserved: [ReservedPort]
    var processes: [ChildProcess] = []
    var assignments = ""
    /// What the service has said so far.
    private var service: (output: FileHandle, said: String)?

    init() throws {
      folder = ServedSites()
      try Files.makeFolder(folder.folder)
      let shown = ["8080", "9100"]
      reserved = try shown.map { _ in try ReservedPort() }
      ports = zip(shown, reserved).map { ($0, "\($1.address.port)") }
    }

    deinit { for process in processes { process.signal(SIGTERM) } }

    func atPorts(_ text: String, back: Bool = false) -> String {
      ports.reduce(text) { text, port in
        back
          ? text.replacing(port.actual, with: port.shown)
          : text.replacing(port.shown, with: port.actual)
      }
    }

    /// Runs a command to its end and answers what is seen.
    func seen(after command: String) async throws -> String {
      let script =
        "cd '\(folder.folder)'; PATH='\(BuiltCommand.folder)':$PATH; \(assignments)\(command)"
      let outcome = try await Program("bash").run(["-c", atPorts(script)])
      return atPorts(outcome.output, back: true)
    }

    /// Starts what goes on, and answers what is seen until there is this.
    func start(_ command: String, until text: String) async throws -> String {
      let script = "cd '\(folder.folder)'; PATH='\(BuiltCommand.folder)':$PATH; exec \(command)"
      let process = try ChildProcess("bash", ["-c", atPorts(script)], outputAndErrors: true)
      processes.append(process)
      let said = try await Self.more(of: process.output, "") { $0.contains(text) }
      if command.hasPrefix("portico serve") {
        service = (process.output, said)
      } else {
        process.output.readabilityHandler = {
          if $0.availableData.isEmpty { $0.readabilityHandler = nil }
        }
      }
      return atPorts(said, back: true)
    }

    /// Waits until the service serves what the folder says.
    func published() async throws {
      guard let service else { return }
      let checked = try await seen(after: "portico check --site cafe")
      guard let edition = checked.firstMatch(of: /edition ([0-9a-f]{16})/)?.1 else { return }
      let said = try await Self.more(of: service.output, service.said) { said in
        said.matches(of: /edition ([0-9a-f]{16}) with/).last?.1 == edition
      }
      self.service?.said = said
    }

    private static func more(
      of output: FileHandle,
      _ said: String,
      until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
      try await onThread {
        var said = said
        while !isEnough(said), case let data = output.availableData, !data.isEmpty {
          said += String(decoding: data, as: UTF8.self)
        }
        return said
      }
    }
  }

  @Test func `The tutorial's steps show what its commands print`() async throws {
    let actions = try Self.actions()
    #expect(actions.count > 25)
    let terminals = try Terminals()
    for action in actions {
      switch action {
      case .write(let text, let path):
        try terminals.folder.put(terminals.atPorts(text), at: path)
      case .type(let step): try await type(step, terminals)
      }
    }
    for process in terminals.processes { process.output.readabilityHandler = nil }
  }

  private func type(_ step: Transcript.Step, _ terminals: Terminals) async throws {
    if step.command.hasPrefix("portico serve") {
      let options = "\(step.command) --listen 127.0.0.1:8080"
      let said = try await terminals.start(options, until: "Try: curl -i http://127.0.0.1:")
      let shown = try #require(step.shown.split(separator: "\n").dropFirst().first)
      #expect(said.contains(shown), "\(said)")
      return
    }
    if step.command.contains("http.server") {
      _ = try await terminals.start("python3 -u" + step.command.dropFirst(7), until: "Serving HTTP")
      return
    }
    // A file that was saved is published within a second; nobody types that fast but this test.
    if step.command.hasPrefix("curl ") { try await terminals.published() }
    let seen = try await terminals.seen(after: step.command)
    if let difference = Transcript.difference(between: seen, and: step.shown) {
      Issue.record("\(step.command): \(difference)")
    }
    if step.command.contains(/^[a-z]+=/) { terminals.assignments += step.command + "\n" }
  }
}
