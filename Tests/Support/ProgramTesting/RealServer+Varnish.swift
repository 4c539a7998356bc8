// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Reactor

extension RealServer {
  /// Arguments of varnishd by which it compiles its configuration in a third of the time: no test needs an
  /// optimized one.
  package static let quickVCL = ["-p", "cc_command=exec gcc -O0 -w -fpic -shared -o %o %s"]

  /// A Varnish in the foreground.
  ///
  /// - Parameters:
  ///   - settings: further parameters, such as `default_grace=10`.
  ///   - configuration: is told where it is to listen and its folder, which it may write to; gives the VCL.
  package static func varnish(
    settings: [String] = [],
    _ configuration: (_ address: SocketAddress, _ folder: String) throws -> String
  ) async throws -> RealServer {
    try await RealServer("/usr/sbin/varnishd", isReady: "Child starts") { address, folder in
      let file = "\(folder)/edge.vcl"
      try configuration(address, folder).write(toFile: file, atomically: true, encoding: .utf8)
      return quickVCL + [
        "-F", "-j", "none", "-n", "\(folder)/work", "-a", "\(address)", "-f", file, "-s",
        "malloc,64m", "-p", "thread_pools=1", "-p", "thread_pool_min=10",
      ] + settings.flatMap { ["-p", $0] }
    }
  }
}
