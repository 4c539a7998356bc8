// SPDX-License-Identifier: Apache-2.0

import Files
import Reactor
import TransportSecurity

/// Looks at the files of certificates whenever something changes beside them, on a thread of its own.
///
/// A path may lead through links, as certbot's do: the folder that names the file is watched, and the
/// one that has it. What the kernel does not report is seen a minute later.
enum CertificateWatch {
  /// The certificate and the key of one renewal are one change.
  private static let quietMilliseconds: Int32 = 100
  private static let roundMilliseconds: Int32 = 60_000

  static func start(_ renewal: CertificateRenewal) throws(SystemError) {
    let thread = try LoopThread(name: "certificates") {
      while true {
        do {
          var watch = try FolderWatch([], flat: folders(of: renewal.store.identities))
          // What has changed while the watch was set up is seen here.
          renewal.look()
          _ = watch.wait(timeout: roundMilliseconds, quiet: quietMilliseconds)
        } catch {
          StandardStream.errors.write(
            "portico: certificates are read again by SIGHUP alone: \(error)\n"
          )
          return
        }
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
