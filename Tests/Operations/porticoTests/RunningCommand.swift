// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Reactor
import Testing

/// A running `portico serve`, told to stop with the last reference.
final class RunningCommand: Sendable {
  private let process: Process
  private let output: FileHandle
  private let errors: FileHandle

  init(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.arguments = ["serve", "--loops", "1", "--listen", "127.0.0.1:0"] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    self.process = process
    self.output = output.fileHandleForReading
    self.errors = errors.fileHandleForReading
  }

  deinit { if process.isRunning { stop() } }

  /// Lets it finish, or ends it where it stands.
  func stop(atOnce: Bool = false) {
    if atOnce { kill(process.processIdentifier, SIGKILL) } else { process.terminate() }
    process.waitUntilExit()
  }

  /// Reads what the command says until it has said this.
  func until(_ text: String, errors isError: Bool = true) async throws -> String {
    let handle = isError ? errors : output
    return try await onThread {
      var said = ""
      while !said.contains(text), case let data = handle.availableData, !data.isEmpty {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
  }

  /// Where it listens for visitors and for operators, as it says itself.
  func addresses() async throws -> (visitors: SocketAddress, operators: SocketAddress) {
    let found = try await until("/metrics\n", errors: false)
      .matches(of: /http:\/\/([0-9.]+:[0-9]+)\//)
      .compactMap { SocketAddress(String($0.1)) }
    return (try #require(found.first), try #require(found.last))
  }

  static func ask(_ request: String, at address: SocketAddress) async throws -> String {
    try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(request)
      return try socket.receiveAll()
    }
  }

  static func get(_ target: String, at address: SocketAddress) async throws -> String {
    try await ask("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", at: address)
  }

  static func post(
    _ target: String,
    _ body: String,
    at address: SocketAddress
  ) async throws -> String {
    try await ask(
      "POST \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
      at: address
    )
  }
}
