// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The `openssl` command: another implementation's ends of connections, and a maker of
/// certificates.
struct OpenSSLCommand {
  struct Failure: Error {
    let arguments: [String]
    let output: String
  }

  /// Runs to the end and gives back what was printed.
  @discardableResult
  static func run(_ arguments: [String], in directory: String) throws -> String {
    let command = try start(arguments, in: directory)
    let output = command.outputToEnd()
    guard command.process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, output: output)
    }
    return output
  }

  /// Starts and leaves it running.
  static func start(_ arguments: [String], in directory: String) throws -> OpenSSLCommand {
    let command = OpenSSLCommand()
    command.process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    command.process.arguments = arguments
    command.process.currentDirectoryURL = URL(fileURLWithPath: directory)
    command.process.standardInput = command.input
    command.process.standardOutput = command.output
    command.process.standardError = command.output
    try command.process.run()
    return command
  }

  let process = Process()
  let input = Pipe()
  let output = Pipe()

  func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Reads until the text comes or the output ends.
  func output(upTo text: String) -> String {
    var seen = Data()
    while !String(decoding: seen, as: UTF8.self).contains(text) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      seen += piece
    }
    return String(decoding: seen, as: UTF8.self)
  }

  /// Closes its input, waits for its end and gives back what it printed.
  func outputToEnd() -> String {
    closeInput()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }

  func stop() {
    // A child inherits the signals that a test's thread blocks, and this one cannot be blocked.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
