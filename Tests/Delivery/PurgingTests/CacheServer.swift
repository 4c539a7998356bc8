// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Reactor

/// A real cache of the machine in front of an origin, ended with the last reference.
final class CacheServer: Sendable {
  let address: SocketAddress
  private let folder = TemporaryFolder()
  /// The shell's input; a line there ends the cache.
  private let leash: FileHandle

  /// Foundation waits for a child to end once the child has closed all files, as Varnish does when it
  /// begins, and hears of no other child until then; so a shell stands between them. The threads of
  /// tests block signals, and so do their children: Varnish does not hear a polite one, and its
  /// worker ends with it.
  private static let shell = #"signal=$1; shift; "$@" & read end; kill -$signal $!"#
  private let errors: FileHandle

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Varnish with a configuration whose `@ORIGIN@` is the origin's port.
  static func varnish(_ configuration: String, at origin: SocketAddress) async throws -> CacheServer
  {
    try await CacheServer(
      "/usr/sbin/varnishd",
      file: configuration.replacing("@ORIGIN@", with: "\(origin.port)"),
      isReady: "Child starts",
      signal: "KILL"
    ) { address, folder, file in
      [
        "-F", "-j", "none", "-n", folder, "-a", "\(address)", "-f", file, "-s", "malloc,16m", "-p",
        "thread_pool_min=10", "-p", "thread_pools=1",
      ]
    }
  }

  /// nginx with the module that purges. `proxy_cache_purge PURGE from` would be shorter, and kills
  /// the workers of Debian 12.
  static func nginx(at origin: SocketAddress) async throws -> CacheServer {
    try await CacheServer(
      "/usr/sbin/nginx",
      file: """
        load_module /usr/lib/nginx/modules/ngx_http_cache_purge_module.so;
        daemon off; worker_processes 1; pid @FOLDER@/pid; error_log stderr notice;
        events { worker_connections 64; }
        http {
          access_log off; client_body_temp_path @FOLDER@/body; proxy_temp_path @FOLDER@/proxy;
          fastcgi_temp_path @FOLDER@/f; uwsgi_temp_path @FOLDER@/u; scgi_temp_path @FOLDER@/s;
          proxy_cache_path @FOLDER@/cache keys_zone=site:1m;
          server {
            listen @ADDRESS@;
            error_page 418 = @purge;
            location / {
              if ($request_method = PURGE) { return 418; }
              proxy_pass http://\(origin); proxy_cache site;
              proxy_cache_key $host$request_uri;
            }
            location @purge {
              allow 127.0.0.1; deny all; proxy_cache_purge site $host$request_uri;
            }
          }
        }
        """,
      isReady: "start worker process"
    ) { _, folder, file in ["-c", file, "-p", folder, "-e", "stderr"] }
  }

  private init(
    _ program: String,
    file text: String,
    isReady: String,
    signal: String = "TERM",
    _ arguments: (SocketAddress, String, String) -> [String]
  ) async throws {
    // Whoever listens here first gives the port back; nobody else is given it so soon again.
    let socket = try ListeningSocket(binding: .loopback(port: 0))
    address = socket.address
    _ = consume socket
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let file = "\(folder.path)/configuration"
    try text.replacing("@FOLDER@", with: folder.path).replacing("@ADDRESS@", with: "\(address)")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", CacheServer.shell, "sh", signal, program] + arguments(address, folder.path, file)
    let (pipe, input) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    leash = input.fileHandleForWriting
    errors = pipe.fileHandleForReading
    let handle = errors
    let said = try await onThread {
      var said = ""
      while !said.contains(isReady), case let data = handle.availableData, !data.isEmpty {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    guard said.contains(isReady) else { throw Failure(description: said) }
    // What it says from now on is read, so that it never waits for a reader.
    handle.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
  }

  deinit {
    errors.readabilityHandler = nil
    // A line, and not just the end of the input: other children may have inherited that. Nobody
    // waits here, since this is a thread that tests need to go on.
    try? leash.write(contentsOf: Data("end\n".utf8))
    try? leash.close()
  }

  /// The body of a path.
  func get(_ path: String) async throws -> String {
    let address = address
    return try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send("GET \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n")
      let answer = try socket.receiveAll()
      guard let end = answer.firstRange(of: "\r\n\r\n") else {
        throw Failure(description: answer)
      }
      return String(answer[end.upperBound...])
    }
  }
}
