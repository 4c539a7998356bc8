// SPDX-License-Identifier: Apache-2.0

package import Foundation
import LoopTesting

/// A program of the machine, run to its end: a real client or a real server's tool.
package struct Program: Sendable {
  private let name: String

  package init(_ name: String) { self.name = name }

  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// Runs the program with a limit of `seconds`; standard input is empty unless given.
  package func run(
    _ arguments: [String],
    input: Data = Data(),
    seconds: Int = 30
  ) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["\(seconds)", name] + arguments
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    // What a program writes beside its output goes to a folder of its own.
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
      "portico-test-\(UUID())"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    process.currentDirectoryURL = folder
    try process.run()
    // Both are read at once, so that neither fills up while the other is waited for.
    async let output = text(of: outputPipe.fileHandleForReading)
    async let errors = text(of: errorPipe.fileHandleForReading)
    let writing = inputPipe.fileHandleForWriting
    try await onThread {
      try writing.write(contentsOf: input)
      try writing.close()
    }
    let outcome = (try await output, try await errors)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: outcome.0, errors: outcome.1)
  }

  private func text(of handle: FileHandle) async throws -> String {
    try await onThread { String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self) }
  }
}
