// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor

/// A real cache of the machine in front of an origin, ended with the last reference.
struct CacheServer {
  private let server: RealServer

  /// Varnish with a configuration whose `@ORIGIN@` is the origin's port.
  static func varnish(_ configuration: String, at origin: SocketAddress) async throws -> CacheServer
  {
    CacheServer(
      server: try await RealServer.varnish { _, _ in
        configuration.replacing("@ORIGIN@", with: "\(origin.port)")
      }
    )
  }

  /// nginx with the module that purges. `proxy_cache_purge PURGE from` would be shorter, and kills
  /// the workers of Debian 12.
  static func nginx(at origin: SocketAddress) async throws -> CacheServer {
    let server = try await RealServer.nginx(modules: ["cache_purge"]) { address, folder in
      """
        proxy_cache_path \(folder)/cache keys_zone=site:1m;
        server {
          listen \(address);
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
      """
    }
    return CacheServer(server: server)
  }

  var address: SocketAddress { server.address }

  /// The body of a path.
  func get(_ path: String) async throws -> String {
    let address = address
    return try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send("GET \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n")
      let answer = try socket.receiveAll()
      guard let end = answer.firstRange(of: "\r\n\r\n") else {
        throw RealServer.Failure(description: answer)
      }
      return String(answer[end.upperBound...])
    }
  }
}
