// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import LoopTesting
import Reactor
import Synchronization

/// A PostgreSQL 15 of Debian's packages with a folder and a port of its own. It ends, and its folder
/// goes, with the process that started it, however that ends.
package final class PostgreSQLCluster: Sendable {
  package let port: UInt16
  package let folder: String
  private let reserved: ReservedPort
  private let server: Mutex<ChildProcess?>

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private static let programs = "/usr/lib/postgresql/15/bin"
  private static let user = "postgres"

  /// The one cluster that most tests use, each with schemas of its own.
  package static let shared = Result {
    let cluster = try PostgreSQLCluster()
    // Schemas that are made at the same time would each try to make it.
    try run(["psql", "-q", "-c", "CREATE EXTENSION unaccent", cluster.address()])
    return cluster
  }

  /// The data of a new cluster: a copy takes a tenth of the time that another `initdb` does.
  private static let template = Result {
    let folder = TemporaryFolder()
    if getuid() == 0 { try run(["chown", user, folder.path]) }
    try run(
      asUser + [
        "\(programs)/initdb", "-D", "\(folder.path)/data", "-U", user, "-A", "trust", "-E", "UTF8",
        "--locale=C.UTF-8", "--no-sync",
      ]
    )
    return folder
  }

  /// Makes a database in the shared cluster, for a test that needs an empty one but stops no server.
  ///
  /// - Returns: its address.
  package static func newDatabase() throws -> String {
    let cluster = try shared.get()
    let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: "_"))"
    try run(["psql", "-q", "-c", "CREATE DATABASE \(name)", cluster.address()])
    return cluster.address(database: name)
  }

  /// Makes a cluster and starts it.
  ///
  /// - Parameters:
  ///   - settings: what its file of settings has beside ours.
  ///   - primary: the cluster that it copies and follows.
  package init(_ settings: [String] = [], following primary: PostgreSQLCluster? = nil) throws {
    guard FileManager.default.isExecutableFile(atPath: "\(Self.programs)/initdb") else {
      throw Failure(
        description: "there is no \(Self.programs)/initdb; expected Debian's package postgresql"
      )
    }
    reserved = try ReservedPort()
    port = reserved.address.port
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-postgresql-\(UUID().uuidString)").path
    server = Mutex(nil)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try Self.run(["chown", Self.user, folder]) }
    let data = "\(folder)/data"
    if let primary {
      try Self.run(
        Self.asUser + [
          "\(Self.programs)/pg_basebackup", "-D", data, "-R", "-X", "stream", "-c", "fast", "-d",
          primary.address(database: "postgres") + "&application_name=standby",
        ]
      )
    } else {
      try Self.run(Self.asUser + ["cp", "-a", "\(Self.template.get().path)/data", data])
    }
    let lines =
      [
        "listen_addresses = '127.0.0.1'", "port = \(port)", "unix_socket_directories = ''",
        "max_connections = 300", "shared_buffers = 32MB", "logging_collector = off",
      ] + settings
    let file = "\(data)/postgresql.auto.conf"
    let present = try String(contentsOfFile: file, encoding: .utf8)
    try (present + lines.joined(separator: "\n") + "\n").write(
      toFile: file,
      atomically: false,
      encoding: .utf8
    )
    try start()
  }

  deinit {
    // The end of its input ends the shell. Nobody waits here.
    if let child = takeServer() {
      try? child.input.close()
    } else {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  private static var asUser: [String] {
    getuid() == 0 ? ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []
  }

  /// A shell stands between, which ends the server when it is told a signal. When the tests are gone,
  /// however they ended, it ends the server and removes the folder.
  private static let shell = """
    folder=$1; shift
    "$@" & read signal; kill -${signal:-QUIT} $! 2> /dev/null; wait
    [ -n "$signal" ] || rm -rf "$folder"
    """

  /// Starts the server, and waits until it takes connections.
  package func start() throws {
    let child = try ChildProcess(
      "/bin/bash",
      ["-c", Self.shell, "bash", folder] + Self.asUser
        + ["\(Self.programs)/postgres", "-D", "\(folder)/data"],
      outputAndErrors: true
    )
    var said = ""
    while !said.contains("ready to accept"), case let data = child.output.availableData,
      !data.isEmpty
    {
      said += String(decoding: data, as: UTF8.self)
    }
    guard said.contains("ready to accept") else {
      throw Failure(description: "PostgreSQL did not start: \(said)")
    }
    child.output.readabilityHandler = {
      if $0.availableData.isEmpty { $0.readabilityHandler = nil }
    }
    server.withLock { $0 = child }
  }

  package enum Stop: String, Sendable {
    /// Ends connections and writes everything down.
    case fast = "INT"
    /// Ends as if the machine had failed.
    case immediate = "QUIT"
  }

  /// Stops the server, and waits for its end; its data stay.
  package func stop(_ kind: Stop) throws {
    guard let child = takeServer() else { return }
    try child.input.write(contentsOf: Data("\(kind.rawValue)\n".utf8))
    child.waitForEnd()
  }

  private func takeServer() -> ChildProcess? {
    server.withLock { server in
      defer { server = nil }
      server?.output.readabilityHandler = nil
      return server
    }
  }

  /// Makes a standby the server that writes.
  package func promote() throws {
    try Self.run(
      Self.asUser + ["\(Self.programs)/pg_ctl", "promote", "-w", "-D", "\(folder)/data"]
    )
  }

  private static func run(_ arguments: [String]) throws {
    let child = try ChildProcess(
      "timeout",
      ["60"] + arguments,
      environment: ["LC_ALL": "C"],
      in: "/",
      outputAndErrors: true
    )
    let output = try child.output.readToEnd() ?? Data()
    guard child.waitForEnd() == 0 else {
      let words = arguments.joined(separator: " ")
      throw Failure(description: "\(words): \(String(decoding: output, as: UTF8.self))")
    }
  }

  /// The address by which libpq reaches a database.
  package func address(database: String = "postgres") -> String {
    "postgresql://\(Self.user)@127.0.0.1:\(port)/\(database)?sslmode=disable"
  }
}
