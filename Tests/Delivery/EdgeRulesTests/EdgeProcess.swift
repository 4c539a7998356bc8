// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import ProgramTesting
import Reactor

/// A real Varnish or nginx with an exported configuration, stopped with the last reference.
struct EdgeProcess: Sendable {
  private let server: RealServer

  var address: SocketAddress { server.address }
  /// The folder of its files.
  var folder: String { server.folder }

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
    EdgeProcess(
      server: try await RealServer.varnish(settings: ["default_grace=10"]) { _, _ in
        vcl ?? VarnishWriter.parts(rules, settings)[0].text
      }
    )
  }

  static func nginx(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) async throws -> EdgeProcess {
    let server = try await RealServer.nginx(modules: ["js"]) { address, folder in
      var settings = settings
      settings.folder = "\(folder)/"
      for part in NginxWriter.parts(rules, settings) {
        try part.text.replacingOccurrences(of: "listen 8000;", with: "listen \(address);")
          .write(toFile: "\(folder)/\(part.file)", atomically: true, encoding: .utf8)
      }
      return "include \(folder)/portico.conf;"
    }
    return EdgeProcess(server: server)
  }
}
