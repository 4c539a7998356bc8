// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramTesting

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
    guard command.child.waitForEnd() == 0 else {
      throw Failure(arguments: arguments, output: output)
    }
    return output
  }

  /// Starts and leaves it running.
  static func start(_ arguments: [String], in directory: String) throws -> OpenSSLCommand {
    OpenSSLCommand(
      child: try ChildProcess("openssl", arguments, in: directory, outputAndErrors: true)
    )
  }

  private let child: ChildProcess

  func send(_ text: String) { child.input.write(Data(text.utf8)) }

  func closeInput() { try? child.input.close() }

  /// Reads until the text comes or the output ends.
  func output(upTo text: String) -> String {
    var seen = Data()
    while !String(decoding: seen, as: UTF8.self).contains(text) {
      let piece = child.output.availableData
      if piece.isEmpty { break }
      seen += piece
    }
    return String(decoding: seen, as: UTF8.self)
  }

  /// Closes its input, waits for its end and gives back what it printed.
  func outputToEnd() -> String {
    closeInput()
    let printed = child.output.readDataToEndOfFile()
    child.waitForEnd()
    return String(decoding: printed, as: UTF8.self)
  }

  func stop() {
    child.signal(SIGKILL)
    child.waitForEnd()
  }
}
