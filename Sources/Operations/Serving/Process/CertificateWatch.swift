// SPDX-License-Identifier: Apache-2.0

import Files
package import Reactor
import TransportSecurity

/// Watches the files of certificates on a thread of its own.
///
/// A path may contain symbolic links, as certbot's do: both the folder of the link and that of the
/// file are watched. Changes that the kernel does not report are noticed a minute later.
package enum CertificateWatch {
  /// The certificate and the key of one renewal count as one change.
  private static let quietMilliseconds: Int32 = 100
  private static let roundMilliseconds: Int32 = 60_000

  package static func start(_ renewal: CertificateRenewal) throws(SystemError) {
    let thread = try LoopThread(name: "certificates") {
      while true {
        var watch = FolderWatch([], flat: folders(of: renewal.store.identities))
        // Includes changes made while the watch was set up.
        renewal.check()
        _ = watch.wait(timeout: roundMilliseconds, quiet: quietMilliseconds)
      }
    }
    thread.detach()
  }

  private static func folders(of identities: [TLSIdentity]) -> [String] {
    let paths = identities.flatMap { [$0.chain.name, $0.key.name] }
    return Set((paths + paths.compactMap(Files.realPath)).map(folder)).sorted()
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
