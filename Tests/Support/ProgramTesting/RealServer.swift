// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
package import Reactor

/// A server of the machine, such as Varnish or nginx, with files of its own in a folder of its own.
/// It ends, and its folder goes, with the last reference.
package final class RealServer: Sendable {
  package var address: SocketAddress { port.address }
  /// The folder of its files.
  package let folder: String
  private let port: ReservedPort
  private let child: ChildProcess

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// A shell stands between, which ends the server when the tests are gone, however they ended. The
  /// output is the server's alone, so that it ends with a server that does not start.
  private static let shell = """
    folder=$1; shift
    "$@" & exec > /dev/null 2>&1; read end; kill $!; wait; rm -rf "$folder"
    """

  /// Starts a server in the foreground.
  ///
  /// - Parameters:
  ///   - isReady: what it says when it serves.
  ///   - prepare: is told where it is to listen and its folder, which it may write to; gives the
  ///     arguments.
  package init(
    _ program: String,
    isReady: String,
    _ prepare: (_ address: SocketAddress, _ folder: String) throws -> [String]
  ) async throws {
    let port = try ReservedPort()
    self.port = port
    let address = port.address
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-server-\(UUID().uuidString)").path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    child = try ChildProcess(
      "/bin/bash",
      ["-c", RealServer.shell, "bash", folder, program] + (try prepare(address, folder)),
      outputAndErrors: true
    )
    let handle = child.output
    let said = try await onThread {
      var said = ""
      while !said.contains(isReady), case let data = handle.availableData, !data.isEmpty {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    guard said.contains(isReady) else { throw Failure(description: "\(program): \(said)") }
    // Further output is read, so that the server never waits for a reader.
    handle.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
  }

  /// Ends the server, and waits until it has.
  package func stop() async throws {
    try child.input.close()
    _ = try await child.ended()
  }

  deinit {
    child.output.readabilityHandler = nil
    // The end of its input ends the shell's reading. Nobody waits here, since this is a thread that
    // tests need to go on.
    try? child.input.close()
  }
}
