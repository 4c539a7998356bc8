// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
import Reactor
import TransportSecurity

/// Measures our TLS by itself: what an idle session holds, what a handshake and a megabyte cost.
///
///     tlsprobe CERTIFICATE KEY AUTHORITY NAME
///
/// The certificate must be for the name. Both ends run in one thread, so a time is that of the
/// server and the client together.
@main
struct Tlsprobe {
  static func main() throws {
    ProcessSignals.ignoreBrokenPipes()
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else {
      print("usage: tlsprobe CERTIFICATE KEY AUTHORITY NAME")
      exit(64)
    }
    let bench = try Bench(
      certificate: arguments[1],
      key: arguments[2],
      authority: arguments[3],
      name: arguments[4]
    )
    for version in [TLSVersion.tls13, .tls12] {
      print("\(version)")
      try bench.measureMemory(version)
      try bench.measureHandshakes(version, resumed: false)
      try bench.measureHandshakes(version, resumed: true)
      try bench.measureExchanges(version)
      try bench.measureTransfer(version)
    }
  }
}
