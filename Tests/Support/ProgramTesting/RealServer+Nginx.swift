// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Reactor

extension RealServer {
  /// An nginx in the foreground.
  ///
  /// - Parameters:
  ///   - modules: Debian's modules for HTTP that it loads, by their short names.
  ///   - prepare: is told where it is to listen and its folder, which it may write to; gives what
  ///     stands in its block `http`.
  package static func nginx(
    modules: [String] = [],
    workers: Int = 1,
    _ prepare: (_ address: SocketAddress, _ folder: String) throws -> String
  ) async throws -> RealServer {
    try await RealServer("/usr/sbin/nginx", isReady: "start worker process") { address, folder in
      let loads = modules.map { "load_module /usr/lib/nginx/modules/ngx_http_\($0)_module.so;\n" }
      let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
        "\($0)_temp_path \(folder)/\($0);\n"
      }
      let file = "\(folder)/nginx.conf"
      // The files of nginx's cache belong to the user who runs the tests.
      try """
      \(loads.joined())\(getuid() == 0 ? "user root;" : "")
      daemon off; worker_processes \(workers); pid \(folder)/pid; error_log stderr notice;
      events { worker_connections 512; }
      http {
      access_log off; keepalive_requests 1000000;
      \(places.joined())\(try prepare(address, folder))
      }
      """.write(toFile: file, atomically: true, encoding: .utf8)
      return ["-p", folder, "-e", "stderr", "-c", file]
    }
  }
}
