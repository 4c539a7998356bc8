// SPDX-License-Identifier: Apache-2.0

import FolderTesting
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
    seconds: Int = 120
  ) async throws -> Outcome {
    // Files that a program writes besides its output go to a folder of its own.
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let child = try ChildProcess(
      "timeout",
      ["\(seconds)", name] + arguments,
      environment: ["TMPDIR": folder.path],
      in: folder.path
    )
    // Both are read at once, so that neither fills up while the other is waited for.
    async let output = text(of: child.output)
    async let errors = text(of: child.errors)
    try await onThread {
      try child.input.write(contentsOf: input)
      try child.input.close()
    }
    let outcome = (try await output, try await errors)
    return Outcome(status: try await child.ended(), output: outcome.0, errors: outcome.1)
  }

  private func text(of handle: FileHandle) async throws -> String {
    try await onThread { String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self) }
  }
}
