// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
import Reactor
import TransportSecurity

struct Bench {
  private let identity: TLSIdentity
  private let authority: PEMSource
  private let name: TLSServerName

  init(certificate: String, key: String, authority: String, name: String) throws {
    identity = TLSIdentity(chainFile: certificate, keyFile: key)
    self.authority = .file(authority)
    self.name = try TLSServerName(name)
  }

  private func pair(
    _ version: TLSVersion,
    sessions: Int = 0
  ) throws -> (TLSServerContext, TLSClientContext) {
    var client = TLSClientConfiguration()
    client.trust = .authorities([authority])
    client.minimumVersion = version
    client.maximumVersion = version
    client.sessionLimit = sessions
    let ring = try TicketKeyRing(now: Int64(time(nil)))
    return (
      try TLSServerContext(TLSServerConfiguration(identities: [identity]), ticketKeys: ring),
      try TLSClientContext(client)
    )
  }

  func measureMemory(_ version: TLSVersion) throws {
    let count = 2000
    let (serverContext, clientContext) = try pair(version)
    // The first connections pay for what all share.
    var warm: [Connection] = []
    for _ in 0..<50 { warm.append(try Connection(serverContext, clientContext, name)) }
    warm.removeAll()
    var servers: [TLSSession] = []
    var sockets: [Int32] = []
    servers.reserveCapacity(count)
    sockets.reserveCapacity(count)
    let (heap, resident) = (Memory.heap, Memory.resident)
    for _ in 0..<count {
      let connection = try Connection(serverContext, clientContext, name)
      connection.exchange()
      servers.append(connection.server)
      sockets.append(connection.releaseServerSocket())
    }
    print(
      "  idle: heap \((Memory.heap - heap) / count) bytes,",
      "resident \((Memory.resident - resident) / count) bytes a server's session"
    )
    for socket in sockets { close(socket) }
  }

  func measureHandshakes(_ version: TLSVersion, resumed: Bool) throws {
    let count = 500
    let (serverContext, clientContext) = try pair(version, sessions: resumed ? 1 : 0)
    try Connection(serverContext, clientContext, name).exchange()
    var (server, client, resumptions) = (0, 0, 0)
    for _ in 0..<count {
      let connection = try Connection(serverContext, clientContext, name)
      connection.exchange()
      server += connection.serverTime
      client += connection.clientTime
      if connection.server.isResumed { resumptions += 1 }
    }
    print(
      "  handshake \(resumed ? "resumed" : "full"): server \(server / count / 1000) us,",
      "client \(client / count / 1000) us, \(resumptions) of \(count) resumed"
    )
  }

  func measureExchanges(_ version: TLSVersion) throws {
    let (serverContext, clientContext) = try pair(version)
    let connection = try Connection(serverContext, clientContext, name)
    let count = 100_000
    let start = Clock.now
    for _ in 0..<count { connection.exchange() }
    print("  200 bytes there and 2 KB back: \((Clock.now - start) / count) ns, both ends")
  }

  func measureTransfer(_ version: TLSVersion) throws {
    let (serverContext, clientContext) = try pair(version)
    let connection = try Connection(serverContext, clientContext, name)
    let total = 512 * 1024 * 1024
    for size in [2048, 16_384, 32_768, 131_072] {
      let (sending, receiving) = connection.transfer(total, in: size)
      print(
        "  \(size) bytes a write: server writes \(total * 1000 / max(1, sending)) MB/s,",
        "client reads \(total * 1000 / max(1, receiving)) MB/s of its own time"
      )
    }
  }
}
