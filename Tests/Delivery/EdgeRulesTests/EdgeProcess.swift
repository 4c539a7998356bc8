// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Foundation
import LoopTesting
import ProgramTesting
import Reactor

/// A real Varnish or nginx with an exported configuration, stopped with the last reference. Both are
/// ready when the command that starts them returns.
final class EdgeProcess: Sendable {
  let address: SocketAddress
  private let folder: String
  private let number: pid_t
  private let isPatient: Bool

  private init(
    _ program: String,
    _ arguments: [String],
    in folder: String,
    at port: UInt16
  ) async throws {
    self.folder = folder
    address = SocketAddress.loopback(port: port)
    let outcome = try await Program("/bin/bash")
      .run(["-c", EdgeProcess.starter, "\(folder)/output", program] + arguments)
    let file = try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8)
    guard outcome.status == 0, let number = file.flatMap({ pid_t($0.filter(\.isNumber)) }) else {
      let said = (try? String(contentsOfFile: "\(folder)/output", encoding: .utf8)) ?? ""
      throw EdgeOrigin.Failure(description: "\(program): \(said)")
    }
    self.number = number
    isPatient = program.hasSuffix("nginx")
  }

  /// Without the descriptors of tests that run beside this one, which a server would keep open.
  private static let starter = """
    for path in /proc/self/fd/*; do
      number=${path##*/}
      if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
    done
    exec "$@" > "$0" 2>&1 < /dev/null
    """

  deinit {
    // Signals are blocked for what a test starts; nginx opens itself to them, Varnish does not.
    kill(number, isPatient ? SIGTERM : SIGKILL)
    // It writes to its folder until it is gone; it is no child of ours that could be waited for.
    for _ in 0..<1_000 where kill(number, 0) == 0 { usleep(5_000) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The kinds that can be run here.
  enum Kind: String, CaseIterable {
    case varnish
    case nginx
  }

  static func start(
    _ kind: Kind,
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) async throws -> EdgeProcess {
    switch kind {
    case .varnish: try await varnish(rules, settings)
    case .nginx: try await nginx(rules, settings)
    }
  }

  /// - Parameter vcl: what stands in place of the exported configuration.
  static func varnish(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings,
    vcl: String? = nil
  ) async throws -> EdgeProcess {
    let folder = try folder()
    let text = vcl ?? VarnishWriter.parts(rules, settings)[0].text
    try text.write(toFile: "\(folder)/edge.vcl", atomically: true, encoding: .utf8)
    let port = try freePort()
    return try await EdgeProcess(
      "/usr/sbin/varnishd",
      [
        "-P", "\(folder)/pid", "-j", "none", "-n", "\(folder)/work", "-a", "127.0.0.1:\(port)",
        "-f",
        "\(folder)/edge.vcl", "-s", "malloc,64m", "-p", "thread_pools=1", "-p",
        "thread_pool_min=10",
        "-p", "default_grace=10",
      ],
      in: folder,
      at: port
    )
  }

  static func nginx(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) async throws -> EdgeProcess {
    let folder = try folder()
    var settings = settings
    settings.folder = "\(folder)/"
    let port = try freePort()
    for part in NginxWriter.parts(rules, settings) {
      try part.text.replacingOccurrences(of: "listen 8000;", with: "listen 127.0.0.1:\(port);")
        .write(toFile: "\(folder)/\(part.file)", atomically: true, encoding: .utf8)
    }
    let modules = ["js", "cache_purge"].map {
      "load_module /usr/lib/nginx/modules/ngx_http_\($0)_module.so;\n"
    }.joined()
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder)/\($0);\n"
    }.joined()
    try """
    \(modules)\(getuid() == 0 ? "user root;" : "")
    worker_processes 1; pid \(folder)/pid; error_log \(folder)/error.log;
    events { worker_connections 512; }
    http {
      access_log off; keepalive_requests 1000000;
      \(temporary)include \(folder)/portico.conf;
    }
    """.write(toFile: "\(folder)/nginx.conf", atomically: true, encoding: .utf8)
    return try await EdgeProcess(
      "/usr/sbin/nginx",
      ["-p", folder, "-e", "\(folder)/error.log", "-c", "\(folder)/nginx.conf"],
      in: folder,
      at: port
    )
  }

  private static func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-edge-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A port that nobody has: the kernel gives one to a socket that is closed again.
  private static func freePort() throws -> UInt16 {
    try ListeningSocket(binding: .loopback(port: 0)).address.port
  }
}
