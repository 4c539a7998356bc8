// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
package import Reactor

/// A server of the machine, such as Varnish or nginx, with files of its own in a folder of its own.
/// It ends, and its folder goes, with the last reference.
package final class RealServer: Sendable {
  package let address: SocketAddress
  /// The shell's input; a line there ends the server.
  private let leash: FileHandle
  private let output: FileHandle

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Foundation hears that a child ends through a socket that the child inherits. Once that is closed
  /// it waits for this child and hears of no other, and Varnish closes all it inherits; so a shell
  /// stands between them that keeps sockets. Pipes of tests that run beside this one would never end
  /// while a server or its shell keeps them. The threads of tests block signals, and so do their
  /// children: a server that does not open itself to them does not hear a polite one.
  private static let shell = """
    close_all_but() {
      for path in /proc/self/fd/*; do
        number=${path##*/}
        if [ "$number" -gt 2 ] && ! [ "$1" "$path" ]; then eval "exec $number>&-"; fi
      done
    }
    signal=$1; folder=$2; shift 2
    sockets=-S; none=-z
    close_all_but $sockets
    (close_all_but $none; exec "$@") & read end; kill -$signal $!; wait; rm -rf "$folder"
    """

  /// Starts a server in the foreground.
  ///
  /// - Parameters:
  ///   - isReady: what it says when it serves.
  ///   - signal: what ends it.
  ///   - prepare: is told where it is to listen and its folder, which it may write to; gives the
  ///     arguments.
  package init(
    _ program: String,
    isReady: String,
    signal: String = "TERM",
    _ prepare: (_ address: SocketAddress, _ folder: String) throws -> [String]
  ) async throws {
    // Whoever listens here first gives the port back; nobody else is given it so soon again.
    let socket = try ListeningSocket(binding: .loopback(port: 0))
    address = socket.address
    _ = consume socket
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-server-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", RealServer.shell, "bash", signal, folder, program] + (try prepare(address, folder))
    let (pipe, input) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    leash = input.fileHandleForWriting
    output = pipe.fileHandleForReading
    let handle = output
    let said = try await onThread {
      var said = ""
      while !said.contains(isReady), case let data = handle.availableData, !data.isEmpty {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    guard said.contains(isReady) else { throw Failure(description: "\(program): \(said)") }
    // What it says from now on is read, so that it never waits for a reader.
    handle.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
  }

  deinit {
    output.readabilityHandler = nil
    // A line, and not just the end of the input: other children may have inherited that. Nobody
    // waits here, since this is a thread that tests need to go on.
    try? leash.write(contentsOf: Data("end\n".utf8))
    try? leash.close()
  }
}
