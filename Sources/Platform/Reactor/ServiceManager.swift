// SPDX-License-Identifier: Apache-2.0

// systemd's two small protocols, written out: sockets handed over by descriptor numbers in the
// environment (sd_listen_fds), and state told as datagrams to a Unix socket (sd_notify). Neither
// needs libsystemd.

import CLinux
import Glibc

/// The service manager that started us, if one did.
package struct ServiceManager: Sendable {
  private static let firstDescriptor: Int32 = 3
  private static let mostDescriptors: Int32 = 64

  private let environment: [String: String]
  private let process: Int32

  package init(environment: [String: String], process: Int32) {
    self.environment = environment
    self.process = process
  }

  /// The sockets that the manager opened for us, by the name that the socket unit gives them
  /// (`FileDescriptorName=`, `unknown` without one). They are taken once.
  package func inheritedSockets() throws(SystemError) -> [(name: String, descriptor: Int32)] {
    guard let count = environment["LISTEN_FDS"].flatMap(Int32.init), count > 0,
      environment["LISTEN_PID"].flatMap(Int32.init) == process
    else { return [] }
    guard count <= ServiceManager.mostDescriptors else {
      throw SystemError(
        "LISTEN_FDS is \(count), expected at most \(ServiceManager.mostDescriptors)",
        code: EINVAL
      )
    }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    return (0..<count).map { index in
      let name = Int(index) < names.count ? String(names[Int(index)]) : "unknown"
      return (name, ServiceManager.firstDescriptor + index)
    }
  }

  /// Tells the manager a state, for example `READY=1`; without a manager nothing happens.
  package func notify(_ state: String) throws(SystemError) {
    guard let path = environment["NOTIFY_SOCKET"], !path.isEmpty else { return }
    guard var address = SocketAddress(.unix(path)).native else {
      throw SystemError("NOTIFY_SOCKET \(path): expected 1 to 107 bytes", code: EINVAL)
    }
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket for NOTIFY_SOCKET") }
    let descriptor = Descriptor(owning: number)
    // Safe: the pointers are to locals, for the length of the calls.
    guard unsafe clinux_connect(descriptor.number, &address) == 0 else {
      throw .last("connect to NOTIFY_SOCKET \(path)")
    }
    let bytes = Array(state.utf8)
    let sent = unsafe clinux_send(descriptor.number, bytes, bytes.count)
    guard sent == bytes.count else { throw .last("notify \(state)") }
  }
}
