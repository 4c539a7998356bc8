// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Programs

/// The client under test: a program that answers each command, a line of JSON, with a value in another line.
final class ClientUnderTest {
  /// The time that a client has for an answer; no scenario depends on it.
  private static let patience = Duration.seconds(10)

  private let words: [String]
  private var program: LineProgram
  /// The name that the client gives itself.
  private(set) var name = ""
  /// The parts of the protocol that the client has.
  private(set) var capabilities: Set<String> = []

  init(_ words: [String]) throws {
    self.words = words
    program = try LineProgram(words)
    let hello = try tell("hello", [("protocol", .number(1))])
    name = hello["name"]?.string ?? words.joined(separator: " ")
    if case .array(let all)? = hello["capabilities"]?.content {
      capabilities = Set(all.compactMap(\.string))
    }
  }

  /// Sends a command, and returns the value that answers it.
  func tell(_ command: String, _ members: [(String, DataValue)] = []) throws -> DataValue {
    try program.send(DataValue.members([("do", .text(command))] + members).json)
    let line = try program.line(within: ClientUnderTest.patience)
    let reply = try DataValue(reading: line.span, as: .json)
    if let error = reply["error"]?.string { throw PlainError("the client says: \(error)") }
    guard let value = reply["value"] else {
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      throw PlainError("\(text) has neither \"value\" nor \"error\"")
    }
    return value
  }

  /// Kills the program, as a system does that needs its memory.
  func kill() { program.kill() }

  /// Starts the program again.
  func restart() throws {
    program.kill()
    program = try LineProgram(words)
    _ = try tell("hello", [("protocol", .number(1))])
  }
}
