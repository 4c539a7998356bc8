// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoopTesting
import Reactor
import Testing

@Suite struct `A service manager` {
  @Test
  func `A service manager hands over sockets with their names only to the process that it names`()
    throws
  {
    let environment = [
      "LISTEN_FDS": "2", "LISTEN_PID": "77", "LISTEN_FDNAMES": "public:admin",
    ]
    let ours = try ServiceManager(environment: environment, process: 77).inheritedSockets()
    #expect(ours.map(\.name) == ["public", "admin"])
    #expect(ours.map(\.descriptor) == [3, 4])
    #expect(try ServiceManager(environment: environment, process: 78).inheritedSockets().isEmpty)
    #expect(try ServiceManager(environment: [:], process: 77).inheritedSockets().isEmpty)
  }

  @Test(arguments: ["65", "100000"])
  func `A service manager that hands over more sockets than the limit is refused`(count: String) {
    let manager = ServiceManager(
      environment: ["LISTEN_FDS": count, "LISTEN_PID": "1"],
      process: 1
    )
    #expect(throws: SystemError.self) { try manager.inheritedSockets() }
  }

  @Test func `A service manager is notified that we are ready`() throws {
    let path = "/tmp/portico-notify-\(getpid())"
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.enumerated() { unsafe room[index] = byte }
    }
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    defer {
      close(receiver)
      _ = unsafe unlink(path)
    }
    try ServiceManager(environment: ["NOTIFY_SOCKET": path], process: 1).notify("READY=1")
    let peer = try PlainSocket(adopting: dup(receiver))
    #expect(try peer.receive() == Array("READY=1".utf8))
  }

  @Test func `Without a service manager, a notification is sent to nobody and does not fail`()
    throws
  {
    try ServiceManager(environment: [:], process: 1).notify("READY=1")
  }
}
